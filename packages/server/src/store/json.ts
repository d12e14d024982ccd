/** The value that a text stands for as JSON; undefined for what is no JSON, as no JSON is undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
