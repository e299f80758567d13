/** How does the lab ask? Each answer is kept with what was asked for it, so that the page never
 * shows an answer as one to another question. */

import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { api, ask } from "../../api/client";
import type { components } from "../../api/schema";
import { tenant } from "../../state/route";

type Schemas = components["schemas"];
type Body = Record<string, unknown>;

/** An answer, and the body that brought it. */
export interface Asked<T> {
  body: Body;
  answer: T;
}

function useAsked<T>(
  what: string,
  body: Body | null,
  post: (body: Body, signal: AbortSignal) => Promise<T>,
) {
  return useQuery({
    queryKey: [what, tenant.value, body],
    queryFn: async ({ signal }): Promise<Asked<T>> => ({
      body: body as Body,
      answer: await post(body as Body, signal),
    }),
    enabled: body !== null,
    // An answer stays in sight until the next one is here: no flicker while somebody types.
    placeholderData: body === null ? undefined : keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

// The bodies leave out what is as by default, which the types do not know.

/** The results of a question. */
export function useRecall(body: Body | null) {
  return useAsked("recall", body, (asked, signal) =>
    ask(api.POST("/api/recall", { body: asked as Schemas["RecallBody"], signal })),
  );
}

/** The block for a prompt. */
export function useContextBlock(body: Body | null) {
  return useAsked("context", body, (asked, signal) =>
    ask(api.POST("/api/context", { body: asked as Schemas["ContextBody"], signal })),
  );
}

/** The answer in sentences. */
export function useReflection(body: Body | null) {
  return useAsked("reflect", body, (asked, signal) =>
    ask(api.POST("/api/reflect", { body: asked as Schemas["ReflectBody"], signal })),
  );
}

/** The settings in force. */
export function useSettings() {
  return useQuery({
    queryKey: ["config"],
    queryFn: ({ signal }) => ask(api.GET("/api/config", { signal })),
    staleTime: 60_000,
  });
}
