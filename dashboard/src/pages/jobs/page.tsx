/** What does Perspective do by itself, what did it change, and how is that taken back? */

import { Head } from "../../components/card";
import { Tabs } from "../../components/form";
import { useShortcuts } from "../../state/keys";
import { go, route } from "../../state/route";
import { ChangeDetail } from "./change";
import { Changes } from "./changes";
import { JobDetail } from "./job";
import { Processes } from "./processes";
import { ReadingQueue } from "./queue";
import { Upkeep } from "./upkeep";
import "./page.css";
import "./changes.css";

const TABS = [
  ["processes", "Processes"],
  ["changes", "Changes"],
  ["queue", "Reading queue"],
  ["upkeep", "Upkeep"],
] as const;

export default function Page() {
  const [tab = "", id = "", part = ""] = route.value.id.split("/");
  const shown = TABS.some(([key]) => key === tab) ? tab : "processes";
  useShortcuts(
    TABS.map(([key, name], n) => ({
      keys: String(n + 1),
      does: `Show ${name}`,
      run: () => go("jobs", key),
    })),
  );
  return (
    <>
      <Head title="Jobs">
        What runs in the background: what it would change, what it changed, and how to take that
        back.
      </Head>
      <Tabs
        label="Jobs"
        tabs={TABS}
        value={shown}
        onChange={(key) => go("jobs", key === "processes" ? "" : key)}
      />
      {shown === "processes" && (id ? <JobDetail key={id} name={id} part={part} /> : <Processes />)}
      {shown === "changes" && (id ? <ChangeDetail key={id} id={id} /> : <Changes />)}
      {shown === "queue" && <ReadingQueue />}
      {shown === "upkeep" && <Upkeep />}
    </>
  );
}
