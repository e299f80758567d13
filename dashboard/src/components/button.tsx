/** What can be pressed? */

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { sayFailed } from "../state/toasts";

interface ButtonProps extends Omit<JSX.HTMLAttributes<HTMLButtonElement>, "icon" | "onClick"> {
  kind?: "plain" | "main" | "danger" | "quiet";
  size?: "usual" | "small";
  /** Said to those who do not see the icon; the button then shows its icon only. */
  label?: string;
  disabled?: boolean;
  type?: "button" | "submit";
  /** The form that it sends, by its id, when it stands outside of it. */
  form?: string;
  onClick?: (event: MouseEvent) => unknown;
  children?: ComponentChildren;
}

/** A button. While what `onClick` returned is pending it cannot be pressed again; if that fails,
 * a message says so. */
export function Button({
  kind = "plain",
  size = "usual",
  label,
  disabled,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function press(event: MouseEvent): Promise<void> {
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    setBusy(true);
    try {
      await result;
    } catch (error) {
      const words = label ?? (typeof children === "string" ? children : "That");
      sayFailed(`${words} failed`, error);
    } finally {
      setBusy(false);
    }
  }

  const classes = ["button", `button--${kind}`];
  if (size === "small") classes.push("button--small");
  if (label) classes.push("button--icon");
  return (
    <button
      {...rest}
      type={type}
      class={classes.join(" ")}
      aria-label={label}
      title={label}
      aria-busy={isBusy}
      disabled={disabled || isBusy}
      onClick={press}
    >
      {children}
    </button>
  );
}
