/** How does the page ask before it acts? Native dialogs: focus stays inside, Escape closes. */

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "./button";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** The buttons below. */
  foot?: ComponentChildren;
}

/** A dialog that is open as long as it is shown; Escape asks `onClose`, which may keep it open. */
export function Dialog({ title, onClose, children, foot }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isShown = useRef(true);
  const name = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      isShown.current = false; // what closes it now is no wish of the person's
      dialog?.close();
    };
  }, []);

  function cancel(event: Event): void {
    event.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={element}
      aria-labelledby={name}
      onCancel={cancel}
      onClose={() => isShown.current && onClose()}
    >
      <div class="dialog__body">
        <h2 id={name}>{title}</h2>
        {children}
      </div>
      {foot && <div class="dialog__foot">{foot}</div>}
    </dialog>
  );
}

export interface Question {
  title: string;
  text: ComponentChildren;
  /** What the button says: a verb. */
  action: string;
  isDangerous?: boolean;
  /** The word to type before the button works. */
  word?: string;
}

const asked = signal<{ question: Question; answer: (yes: boolean) => void } | null>(null);

/** Asks, and says whether the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      question,
      answer: (yes) => {
        asked.value = null;
        resolve(yes);
      },
    };
  });
}

/** Where questions appear; once in the shell. */
export function Confirmation() {
  const open = asked.value;
  return open && <Asking key={open.question.title} {...open} />;
}

function Asking({ question, answer }: { question: Question; answer: (yes: boolean) => void }) {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const leave = () => answer(false); // what was asked about is not shown any more
    addEventListener("hashchange", leave);
    return () => removeEventListener("hashchange", leave);
  }, [answer]);
  const isReady = !question.word || typed === question.word;
  const foot = (
    <>
      <Button onClick={() => answer(false)}>Cancel</Button>
      <Button
        kind={question.isDangerous ? "danger" : "main"}
        disabled={!isReady}
        onClick={() => answer(true)}
      >
        {question.action}
      </Button>
    </>
  );
  return (
    <Dialog title={question.title} onClose={() => answer(false)} foot={foot}>
      <div>{question.text}</div>
      {question.word && (
        <label class="field">
          <span class="field__label">
            Type <code>{question.word}</code> to go on
          </span>
          <input
            value={typed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      )}
    </Dialog>
  );
}
