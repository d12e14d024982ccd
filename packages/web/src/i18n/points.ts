/** Points as the page's language writes them: halves with a comma in most languages. */
export function formatPoints(points: number): string {
  if (Number.isInteger(points)) return String(points)
  return points.toLocaleString(globalThis.document?.documentElement.lang || 'en')
}
