/** What of a memory is to read otherwise? An edit makes a new version and keeps the one before. */

import { useState } from "preact/hooks";
import type { Memory } from "../../api/types";
import { Loading } from "../../components/loaded";
import { useActions } from "./actions";
import { changesOf, type Draft, draftOf, oldOf, problemsOf } from "./draft";
import { Metadata, Shares, Steps, Tags, Times, Words } from "./fields";
import { FormDialog } from "./form-dialog";
import { useInspection } from "./reading";

interface EditProps {
  memory: Memory;
  onClose: () => void;
}

/** The form, once it is known which confidence was given: what is read fades with time. */
export function EditDialog({ memory, onClose }: EditProps) {
  const inspected = useInspection(memory.id);
  if (!inspected.data) return <Loading what="The memory" />;
  return <Form memory={memory} baseConfidence={inspected.data.base_confidence} onClose={onClose} />;
}

function Form({ memory, baseConfidence, onClose }: EditProps & { baseConfidence: number }) {
  const actions = useActions();
  const [opened] = useState(memory); // the list goes on changing below the form
  const [before] = useState(() => draftOf(memory, baseConfidence));
  const [draft, setDraft] = useState(before);
  const changes = changesOf(before, draft);
  const isChanged = Object.keys(changes).length > 0;
  const change = (some: Partial<Draft>) => setDraft((now) => ({ ...now, ...some }));
  return (
    <FormDialog
      title="Edit the memory"
      action="Save"
      isChanged={isChanged}
      check={() => problemsOf(draft)}
      send={async () => {
        if (isChanged)
          await actions.edit(
            opened.id,
            opened.current.number,
            changes,
            oldOf(opened, baseConfidence, changes),
          );
      }}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Words {...{ draft, problems, change }} />
          <Tags {...{ draft, problems, change }} />
          <Shares {...{ draft, problems, change }} />
          <Times {...{ draft, problems, change }} />
          {memory.type === "procedural" && <Steps {...{ draft, problems, change }} />}
          <Metadata {...{ draft, problems, change }} />
        </>
      )}
    </FormDialog>
  );
}
