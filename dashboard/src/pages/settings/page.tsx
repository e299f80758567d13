/** How is the daemon set, whose memories does it hold, and with which models? */

import { Head } from "../../components/card";
import { Tabs } from "../../components/form";
import { go, route } from "../../state/route";
import { Daemon } from "./daemon";
import { InForce } from "./in-force";
import { Models } from "./models";
import { Tenants } from "./tenants";
import "./page.css";

const TABS = [
  ["", "In force"],
  ["tenants", "Tenants"],
  ["models", "Models"],
  ["daemon", "Daemon"],
] as const;

export default function Page() {
  const shown = TABS.find(([name]) => name === route.value.id)?.[0] ?? "";
  return (
    <>
      <Head title="Settings">
        What is in force and where it came from, tenants, models, and the daemon itself.
      </Head>
      <Tabs
        label="Settings"
        tabs={TABS}
        value={shown}
        onChange={(name) => go("settings", name, {}, true)}
      />
      {shown === "" && <InForce />}
      {shown === "tenants" && <Tenants />}
      {shown === "models" && <Models />}
      {shown === "daemon" && <Daemon />}
    </>
  );
}
