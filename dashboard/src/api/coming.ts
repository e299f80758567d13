/** Which routes does the daemon have that `schema.d.ts` does not describe yet? This file goes as
 * soon as the description is generated anew. */

interface Answer<Body> {
  headers: Record<string, unknown>;
  content: { "application/json": Body };
}

export interface DemoAnswer {
  tenant_id: string;
  stored: number;
  questions: string[];
}

export interface ArrivalsAnswer {
  bucket: string;
  zone: string;
  items: { start: string; n_memories: number; by_type: Record<string, number> }[];
}

declare module "./schema" {
  interface paths {
    "/api/demo": {
      get?: never;
      post: {
        parameters: { query?: never };
        requestBody?: never;
        responses: { 200: Answer<DemoAnswer> };
      };
    };
    "/api/stats/arrivals": {
      get: {
        parameters: {
          query?: {
            tenant_id?: string;
            bucket?: "hour" | "day" | "week" | "month";
            since?: string;
            until?: string;
            zone?: string;
          };
        };
        responses: { 200: Answer<ArrivalsAnswer> };
      };
    };
  }
}
