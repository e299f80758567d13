/** How is a stored text shown? As text: nothing in it acts, and what turns the reading direction
 * around is made visible. */

import { useState } from "preact/hooks";
import { Button } from "./button";

/** Characters shown before the reader asks for more. */
const SHOWN = 4000;
const MORE = 50_000;

/** Embeddings, overrides and isolates could make a text read as another one; tags and characters
 * without width could say to an agent what a person does not see. */
const CONTROLS =
  /([\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u200b\u2060\ufeff]|[\u{e0000}-\u{e007f}]+)/u;
const NAMES: Record<string, string> = {
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
  "\u200e": "LRM",
  "\u200f": "RLM",
  "\u061c": "ALM",
  "\u200b": "ZWSP",
  "\u2060": "WJ",
  "\ufeff": "BOM",
};

/** A stored text. With `lines` it is cut to so many lines, without a way to see more. */
export function StoredText({ text, lines }: { text: string; lines?: number }) {
  const [shown, setShown] = useState(SHOWN);
  if (lines) {
    return (
      <span class="stored stored--lines" dir="auto" style={{ "--lines": String(lines) }}>
        {marked(cut(text, 160 * lines))}
      </span>
    );
  }
  const isCut = text.length > shown;
  return (
    <div>
      <div class="stored" dir="auto">
        {marked(isCut ? cut(text, shown) : text)}
      </div>
      {isCut && (
        <div class="row">
          <Button size="small" onClick={() => setShown(shown + MORE)}>
            Show more
          </Button>
          <span class="tiny muted">
            {shown.toLocaleString()} of {text.length.toLocaleString()} characters
          </span>
        </div>
      )}
    </div>
  );
}

/** The first characters, not ending within a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`;
}

/** A text whose controls are shown by their names, for what is put together of several texts. */
export function marked(text: string) {
  if (!CONTROLS.test(text)) return text;
  return text.split(CONTROLS).map((part) => {
    const name = NAMES[part] ?? hidden(part);
    return name ? <span class="stored__control">{name}</span> : part;
  });
}

/** What tag characters spell, which the Unicode standard has no glyphs for. */
function hidden(part: string): string | undefined {
  if (!/^[\u{e0000}-\u{e007f}]+$/u.test(part)) return undefined;
  const spelt = [...part].map((one) => (one.codePointAt(0) ?? 0) - 0xe0000);
  return `tags: ${String.fromCodePoint(...spelt.filter((code) => code >= 0x20 && code < 0x7f))}`;
}
