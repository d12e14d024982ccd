/**
 * Is a trimmed text meant as a position: one line that begins with rows? Moves without their beginning are read
 * as a record, which is told what it lacks.
 */
export function isLikePosition(text: string): boolean {
  return /^[^\s[/]*\/.*$/.test(text)
}

/** Does a text have a tag or a move, so that it is worth saying what is wrong with it as a record? */
export function isLikeRecord(text: string): boolean {
  return /\[|[a-f][1-6]-?[a-f][1-6]/i.test(text)
}

/** Is a trimmed text meant as the number of a starting layout? */
export function isLikeDeal(text: string): boolean {
  return /^s?[\d.]+$/.test(text)
}
