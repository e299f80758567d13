/** Which daemon answers, where does it keep its data, and how are its settings changed? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask, base } from "../../api/client";
import type { Setting, Status } from "../../api/types";
import { State } from "../../components/badge";
import { Card, Facts } from "../../components/card";
import { Copy } from "../../components/copy";
import { Loaded } from "../../components/loaded";
import { Num } from "../../components/num";
import { Time } from "../../components/time";
import { useConfig } from "./in-force";
import { fileOf } from "./setting";

/** The daemon itself. */
export function Daemon() {
  const status = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => ask(api.GET("/api/status", { signal })),
  });
  const config = useConfig();
  const settings = config.data?.items ?? [];
  return (
    <div class="settings__two">
      <Card title="This daemon">
        <Loaded query={status} what="The status" height="12rem">
          {(of) => <About of={of} settings={settings} />}
        </Loaded>
      </Card>
      <Card title="How to change a setting">
        <How file={settings.map((one) => fileOf(one.origin)).find((path) => path) ?? null} />
      </Card>
    </div>
  );
}

function About({ of, settings }: { of: Status; settings: readonly Setting[] }) {
  const value = (key: string) => settings.find((one) => one.key === key)?.value;
  return (
    <Facts
      of={[
        ["Version", <code>{of.version}</code>],
        ["State", <State of={of.health.status} />],
        [
          "Running since",
          <>
            <Time at={of.started_at} as="date" />, <Time at={of.started_at} />
          </>,
        ],
        ["Address", <code>{base}</code>],
        [
          "Data directory",
          of.data_dir && (
            <span class="row">
              <code>{of.data_dir}</code>
              <Copy text={of.data_dir} />
            </span>
          ),
        ],
        ["Tenants", <Num value={of.n_tenants} from="/api/status" path="n_tenants" />],
        ["Times without a zone", <code>{String(value("server.timezone") ?? "")}</code>],
        ["Token", value("security.token_file") ? "asked for" : "none: this machine only"],
        [
          "For programs",
          <span class="row">
            <a href="./api/docs">The API</a>
            <a href="./api/openapi.json">OpenAPI</a>
            <a href="./metrics">Metrics</a>
          </span>,
        ],
      ]}
    />
  );
}

/** The ways, the one that wins last. */
function How({ file }: { file: string | null }) {
  return (
    <ol class="settings__steps small">
      <li>
        {file ? (
          <>
            Edit <code>{file}</code>, which is in force.
          </>
        ) : (
          <>
            No file is in force. <code>perspective init</code> writes one with every setting, its
            default and its meaning.
          </>
        )}{" "}
        <span class="muted">
          It is looked for in <code>--config</code>, <code>PERSPECTIVE_CONFIG</code>, the folder
          where the daemon was started, and your configuration directory.
        </span>
      </li>
      <li>
        Or set a variable: <code>PERSPECTIVE_GROUP_KEY</code>.{" "}
        <span class="muted">It goes before the file. Each setting shows its own.</span>
      </li>
      <li>
        Then <code>perspective restart</code>.{" "}
        <span class="muted">
          A key or value that cannot be used is an error that names the nearest valid one;{" "}
          <code>perspective config check</code> says so before.
        </span>
      </li>
    </ol>
  );
}
