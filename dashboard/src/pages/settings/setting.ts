/** How is a setting called, written and set? */

import type { Setting } from "../../api/types";

/** `server` of `server.port`. */
export function groupOf(key: string): string {
  return key.slice(0, key.lastIndexOf("."));
}

/** `port` of `server.port`. */
export function nameOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** The environment variable that sets it. */
export function variableOf(key: string): string {
  return `PERSPECTIVE_${key.replaceAll(".", "_").toUpperCase()}`;
}

/** The value as perspective.toml has it: for what settings hold, JSON writes the same. */
export function shown(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(shown).join(", ")}]` : JSON.stringify(value);
}

/** The lines of perspective.toml that set it to what it is. */
export function toml(of: Setting): string {
  return `[${groupOf(of.key)}]\n${nameOf(of.key)} = ${shown(of.value)}`;
}

/** The settings file that an origin names (`perspective.toml:PATH`); null when it is no file. */
export function fileOf(origin: string): string | null {
  const prefix = "perspective.toml:";
  return origin.startsWith(prefix) ? origin.slice(prefix.length) : null;
}
