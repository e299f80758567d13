/** Which memories may answer? */

import { useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import { Button } from "../../components/button";
import { Check, Field, Select } from "../../components/form";
import { tenant } from "../../state/route";
import { localOf, zonedOf } from "./clocks";
import { TextField } from "./context";
import { change, FILTERS, type Lab, TYPES } from "./lab";

/** Every filter that recall has. */
export function Filters({ lab }: { lab: Lab }) {
  const namespaces = useQuery({
    queryKey: ["namespaces", tenant.value],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/namespaces", {
          params: { query: { tenant_id: tenant.value, limit: 500 } },
          signal,
        }),
      ),
  });
  const names = new Set((namespaces.data?.items ?? []).map((one) => one.name));
  if (lab.namespace) names.add(lab.namespace);

  function setType(type: string, isOn: boolean): void {
    const next = TYPES.filter((one) => (one === type ? isOn : lab.types.includes(one)));
    change({ types: next.join(",") });
  }

  return (
    <div class="stack">
      <Select
        label="Namespace"
        value={lab.namespace}
        options={[["", "All"], ...[...names].map((one): [string, string] => [one, one])]}
        onChange={(namespace) => change({ namespace })}
      />
      <fieldset class="recall-types">
        <legend class="field__label">Types (none: all)</legend>
        {TYPES.map((one) => (
          <Check
            key={one}
            label={one}
            checked={lab.types.includes(one)}
            onChange={(isOn) => setType(one, isOn)}
          />
        ))}
      </fieldset>
      <TextField name="tags" label="Tags, with commas between" value={lab.tags} />
      <TextField name="session" label="Session" value={lab.session} />
      <TextField name="speaker" label="Speaker" value={lab.speaker} />
      <DateField name="since" label="Happened since" value={lab.since} />
      <DateField name="until" label="Happened until" value={lab.until} />
      <TextField
        name="min_confidence"
        label="Confidence at least"
        value={lab.minConfidence}
        isNumber
      />
      <TextField
        name="max_tokens"
        label="Tokens at most, all together"
        value={lab.maxTokens}
        isNumber
      />
      <Check
        label="With faded memories"
        checked={lab.faded}
        onChange={(isOn) => change({ faded: !isOn && "no" })}
      />
      <Check
        label="With archived memories"
        checked={lab.archived}
        onChange={(isOn) => change({ archived: !isOn && "no" })}
      />
      <Button
        size="small"
        onClick={() => change(Object.fromEntries(FILTERS.map((one) => [one, ""])))}
      >
        Clear the filters
      </Button>
    </div>
  );
}

function DateField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="datetime-local"
          value={value ? localOf(value) : ""}
          onChange={(event) => change({ [name]: zonedOf(event.currentTarget.value) })}
        />
      )}
    </Field>
  );
}
