/** How is a page divided? A head, and cards below it. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface HeadProps {
  title: string;
  children?: ComponentChildren;
  /** Buttons at its end. */
  actions?: ComponentChildren;
}

/** The page's title, one sentence about it, and what can be done. */
export function Head({ title, children, actions }: HeadProps) {
  return (
    <header class="head">
      <div>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {actions && <div class="row">{actions}</div>}
    </header>
  );
}

interface CardProps {
  title?: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  /** True for a table or list that reaches the card's edges. */
  isFlush?: boolean;
  children: ComponentChildren;
}

/** A part of a page. */
export function Card({ title, aside, isFlush, children }: CardProps) {
  const name = useId();
  return (
    <section class="card" aria-labelledby={title ? name : undefined}>
      {title && (
        <div class="card__head">
          <h2 id={name}>{title}</h2>
          {aside}
        </div>
      )}
      <div class={isFlush ? "card__body card__body--flush" : "card__body"}>{children}</div>
    </section>
  );
}

/** One number with its name; inside a `dl`. */
export function Figure({
  name,
  children,
}: {
  name: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Names and values, one under the other; values that are null, undefined, false or empty are left
 * out. */
export function Facts({ of }: { of: readonly [string, ComponentChildren][] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value || value === 0)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}
