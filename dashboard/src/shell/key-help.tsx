/** Which keys work here? */

import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { shortcuts } from "../state/keys";

/** All keys of this page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <dl class="facts">
        {shortcuts().map((one) => (
          <>
            <dt>
              {one.keys.split(" ").map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{one.does}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
