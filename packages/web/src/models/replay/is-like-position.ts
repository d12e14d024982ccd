/**
 * Is a trimmed text meant as a position: one line that begins with rows? Moves without their beginning are read
 * as a record, which is told what it lacks.
 */
export function isLikePosition(text: string): boolean {
  return /^[^\s[/]*\/.*$/.test(text)
}
