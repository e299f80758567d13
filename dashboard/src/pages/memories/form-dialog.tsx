/** How is a form of a memory sent? Checked first; what the daemon refuses is said at its field. */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { ApiError } from "../../api/client";
import { Button } from "../../components/button";
import { confirm, Dialog } from "../../components/dialog";
import type { Problems } from "./draft";

interface FormDialogProps {
  title: string;
  action: string;
  /** True once something was filled in: leaving then asks first. */
  isChanged: boolean;
  check: () => Problems;
  send: () => Promise<void>;
  onClose: () => void;
  children: (problems: Problems) => ComponentChildren;
}

/** A dialog with a form. Ctrl+Enter sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isChanged, check, send, onClose, children } = props;
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState("");

  const isSending = useRef(false);

  async function trySend(): Promise<void> {
    if (isSending.current) return;
    const found = check();
    setProblems(found);
    setRefused("");
    if (Object.keys(found).length > 0) return;
    isSending.current = true;
    try {
      await send();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
      const fields = error instanceof ApiError ? error.fields : [];
      setProblems(Object.fromEntries(fields.map((one) => [one.field, one.reason])));
      return;
    } finally {
      isSending.current = false;
    }
    onClose();
  }

  async function leave(): Promise<void> {
    if (isSending.current) return;
    const isSure =
      !isChanged ||
      (await confirm({
        title: "Leave without saving?",
        text: "What you changed here would be lost.",
        action: "Leave",
        isDangerous: true,
      }));
    if (isSure) onClose();
  }

  return (
    <Dialog
      title={title}
      onClose={leave}
      foot={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button kind="main" onClick={trySend}>
            {action}
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void trySend();
        }}
      >
        {children(problems)}
        {refused && (
          <p class="failed" role="alert">
            {refused}
          </p>
        )}
      </form>
    </Dialog>
  );
}
