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
  }
}
