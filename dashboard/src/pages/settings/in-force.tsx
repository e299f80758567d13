/** Which settings are in force, what do they mean, and where did each come from? */

import { useQuery } from "@tanstack/preact-query";
import { useRef } from "preact/hooks";
import { api, ask } from "../../api/client";
import type { Setting } from "../../api/types";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Copy } from "../../components/copy";
import { Check, Field, Select } from "../../components/form";
import { Empty, Loaded } from "../../components/loaded";
import { useShortcuts } from "../../state/keys";
import { route, setParams } from "../../state/route";
import { fileOf, groupOf, nameOf, shown, toml, variableOf } from "./setting";

/** The settings in force. They are read when the daemon starts. */
export function useConfig() {
  return useQuery({
    queryKey: ["config"],
    queryFn: ({ signal }) => ask(api.GET("/api/config", { signal })),
    staleTime: 60_000,
  });
}

/** All settings, by group, with ways to find one. */
export function InForce() {
  const config = useConfig();
  const box = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "f", does: "Find a setting", run: () => box.current?.focus() }]);
  const { params } = route.value;
  const find = params.get("find") ?? "";
  const group = params.get("group") ?? "";
  const isChanged = params.get("changed") === "true";
  const groups = [...new Set(config.data?.items.map((one) => groupOf(one.key)))];
  return (
    <>
      <div class="settings__filter">
        <Field label="Find">
          {(id) => (
            <input
              ref={box}
              id={id}
              type="search"
              placeholder="A key, a word of what it means, or a value"
              value={find}
              onInput={(event) => setParams({ find: event.currentTarget.value })}
            />
          )}
        </Field>
        <Select
          label="Group"
          value={group}
          options={[["", "all groups"], ...groups.map((name) => [name, name] as const)]}
          onChange={(value) => setParams({ group: value })}
        />
        <Check
          label="Only what I changed"
          checked={isChanged}
          onChange={(value) => setParams({ changed: value })}
        />
      </div>
      <Loaded query={config} what="The settings" height="60vh">
        {({ items }) => {
          const found = items.filter(
            (one) =>
              matches(one, find) &&
              (!group || groupOf(one.key) === group) &&
              (!isChanged || one.origin !== "default"),
          );
          return found.length === 0 ? (
            <Nothing isChanged={isChanged && !find && !group} />
          ) : (
            <Groups of={found} />
          );
        }}
      </Loaded>
    </>
  );
}

/** Each word must be somewhere in the key, its variable, its meaning or its value. */
function matches(of: Setting, find: string): boolean {
  const text = `${of.key} ${variableOf(of.key)} ${of.description} ${shown(of.value)} ${of.origin}`;
  const words = find.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

function Nothing({ isChanged }: { isChanged: boolean }) {
  return (
    <Empty
      title={isChanged ? "Everything is as it comes" : "No setting matches"}
      actions={
        <Button onClick={() => setParams({ find: "", group: "", changed: false })}>
          Show all settings
        </Button>
      }
    >
      {isChanged
        ? "No setting was changed by perspective.toml, the environment or a flag."
        : "Try fewer words, or all groups."}
    </Empty>
  );
}

function Groups({ of }: { of: readonly Setting[] }) {
  const groups = new Map<string, Setting[]>();
  for (const one of of) {
    const name = groupOf(one.key);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return (
    <>
      {[...groups].map(([name, settings]) => (
        <Card key={name} title={`[${name}]`}>
          <ul class="settings__list">
            {settings.map((one) => (
              <Row key={one.key} of={one} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

function Row({ of }: { of: Setting }) {
  const isChanged = of.origin !== "default";
  return (
    <li class="settings__row">
      <div class="settings__meaning">
        <code class="settings__key">{nameOf(of.key)}</code>
        <p class="small muted">
          <Description text={of.description} />
        </p>
      </div>
      <div class="settings__value">
        <code class={isChanged ? "settings__changed" : undefined} dir="auto">
          {shown(of.value)}
        </code>
        <span class="row tiny muted">
          <Origin of={of.origin} />
          {isChanged && (
            <span>
              default <code>{shown(of.default)}</code>
            </span>
          )}
        </span>
      </div>
      <details class="settings__how tiny">
        <summary>Change</summary>
        <div class="settings__ways">
          <span class="muted">In {fileOf(of.origin) ?? "perspective.toml"}</span>
          <pre class="snippet">
            <code>{toml(of)}</code>
          </pre>
          <Copy text={toml(of)} />
          <span class="muted">or in the environment, which goes before the file</span>
          <code class="snippet">{variableOf(of.key)}</code>
          <Copy text={variableOf(of.key)} />
          <span class="muted settings__then">
            Settings are read at the start: then run <code>perspective restart</code>.
          </span>
        </div>
      </details>
    </li>
  );
}

/** What settings.py says: a text of ours with numbers in it, which are no figures of the API. */
function Description({ text }: { text: string }) {
  return <span class="stored">{text}</span>;
}

function Origin({ of }: { of: string }) {
  const file = fileOf(of);
  if (of === "default") return <span>default</span>;
  return (
    <span title={file ?? of}>
      <Badge tone="accent">{file ? "perspective.toml" : of}</Badge>
    </span>
  );
}
