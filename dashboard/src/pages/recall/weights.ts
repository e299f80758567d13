/** Which weights can be tried with which profile, and what are they when nobody says? */

import type { Setting } from "../../api/types";
import type { Profile } from "./lab";

/** Weights by their name in `weights` of the request. */
export type Weights = Record<string, number>;

export interface Weight {
  name: string;
  label: string;
  note: string;
  /** The setting that holds its default; with a place if that is a list. */
  setting: string;
  place?: number;
  /** The end of its slider; the field beside takes more, up to what the API allows. */
  most: number;
  /** The arm that brings it: without that arm the API refuses it. */
  arm?: string;
}

const BALANCED: readonly Weight[] = [
  weight("vector", "Meaning", "What the cosine counts", "vector"),
  weight("text", "Words", "What each rare word counts", "text"),
  weight("entity", "Entities", "Added where it is about a named entity", "entity"),
  weight("answer_type", "Kind of answer", "Added where it names what is asked for", "entity"),
  weight("speaker", "Speaker", "Added where the named speaker said it"),
  weight("time", "Time", "Added where it is of the named time"),
  weight("session", "Session", "Share of the best of its session"),
  weight("neighbour", "Neighbours", "Share of those just before and after", "temporal"),
  weight("second_neighbour", "Next neighbours", "Share of those two steps away", "temporal"),
  weight("semantic", "Alike", "Share of the best that it is alike to", "semantic"),
  weight("question", "Questions", "Taken off what ends with a question"),
  weight("reply", "Replies", "Taken off what a program said"),
  weight("part", "Parts", "Taken off later parts of long replies"),
  {
    name: "recency",
    label: "Recency",
    note: "Taken off at most for being unused",
    setting: "retrieval.recency_share",
    most: 1,
  },
  {
    name: "importance",
    label: "Importance",
    note: "Taken off at most for being unimportant",
    setting: "retrieval.importance_share",
    most: 1,
  },
];

const WEIGHTED: readonly Weight[] = [
  weighted("similarity", "Similarity", "The best single signal", 0),
  weighted("importance", "Importance", "Grows with use", 1),
  weighted("recency", "Recency", "By hours since it was stored", 2),
  weighted("accesses", "Accesses", "How often it was used", 3),
];

function weight(name: string, label: string, note: string, arm?: string): Weight {
  return { name, label, note, setting: `retrieval.${name}_weight`, most: 2, arm };
}

function weighted(name: string, label: string, note: string, place: number): Weight {
  return { name, label, note, setting: "retrieval.weighted_shares", place, most: 1 };
}

const OF_PROFILE: Record<Profile, readonly Weight[]> = {
  balanced: BALANCED,
  weighted: WEIGHTED,
  product: [],
};

/** The weights that the profile uses, with the settings in force. */
export function weightsOf(profile: Profile, settings: readonly Setting[]): readonly Weight[] {
  const arms = settingOf(settings, "retrieval.arms");
  const isByScore = settingOf(settings, "retrieval.fusion") !== "rrf";
  return OF_PROFILE[profile].filter((one) => {
    if (profile === "balanced" && !isByScore && one.setting.endsWith("_weight")) return false;
    return !one.arm || !Array.isArray(arms) || arms.includes(one.arm);
  });
}

/** The given weights without those that the profile does not know: it would refuse them. */
export function keptWeights(given: Weights, profile: Profile): Weights {
  const known = new Set(OF_PROFILE[profile].map((one) => one.name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
}

/** What a weight is when the request does not say. */
export function defaultOf(weight: Weight, settings: readonly Setting[]): number {
  const value = settingOf(settings, weight.setting);
  const one = weight.place === undefined ? value : (value as number[] | undefined)?.[weight.place];
  return typeof one === "number" ? one : 0;
}

/** The profile of the settings. */
export function profileInForce(settings: readonly Setting[]): Profile {
  return (settingOf(settings, "retrieval.profile") as Profile | undefined) ?? "balanced";
}

/** The value in force of a setting. */
export function settingOf(settings: readonly Setting[], key: string): unknown {
  return settings.find((one) => one.key === key)?.value;
}
