/** What does the library's single step take? It ships no types for it. */

declare module "graphology-layout-forceatlas2/iterate.js" {
  export default function iterate(
    settings: Record<string, number | boolean>,
    nodes: Float32Array,
    edges: Float32Array,
  ): unknown;
}

declare module "graphology-layout-forceatlas2/helpers.js" {
  export function graphToByteArrays(
    graph: unknown,
    weightOf: (key: string, attributes: { weight: number }) => number,
  ): { nodes: Float32Array; edges: Float32Array };
}
