/** Where do messages appear? */

import { X } from "lucide-preact";
import { Button } from "../components/button";
import { close, type Toast, toasts } from "../state/toasts";

/** The messages at the edge of the page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((one) => (
        <Message key={one.id} toast={one} />
      ))}
    </div>
  );
}

function Message({ toast }: { toast: Toast }) {
  const { undo } = toast;
  return (
    <div class={`toast toast--${toast.kind}`}>
      <span dir="auto">{toast.text}</span>
      {undo && (
        <Button
          size="small"
          onClick={async () => {
            await undo();
            close(toast.id);
          }}
        >
          Undo
        </Button>
      )}
      <Button kind="quiet" size="small" label="Close" onClick={() => close(toast.id)}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
