/** Maximum-weight matching by Edmonds; the package has no types of its own. */
declare module 'edmonds-blossom-fixed' {
  /**
   * @param edges pairs of vertices, numbered from 0, each with an integer weight
   * @param isOfMostEdges must the matching have as many edges as possible, whatever its weight?
   * @returns for each vertex the one it is matched with, or -1
   */
  function blossom(
    edges: readonly (readonly [from: number, to: number, weight: number])[],
    isOfMostEdges: boolean,
  ): number[]
  export = blossom
}
