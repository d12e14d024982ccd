/**
 * Parses JSON. Undefined if the text is not JSON, which is unambiguous because JSON has no
 * undefined.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
