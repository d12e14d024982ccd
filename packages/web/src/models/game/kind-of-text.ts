/**
 * Does a trimmed text look like a position: one line that begins with rows? Moves without a
 * beginning are read as a record, whose error says what is missing.
 */
export function isLikePosition(text: string): boolean {
  return /^[^\s[/]*\/.*$/.test(text)
}

/** Does a text have a tag or a move, so that errors should treat it as a record? */
export function isLikeRecord(text: string): boolean {
  return /\[|[a-f][1-6]-?[a-f][1-6]/i.test(text)
}

/** A text that looks like nothing that can be opened, by the beginning of its first word. */
export interface Unlike {
  readonly kind: 'unlike'
  readonly word: string
}

export function unlike(text: string): Unlike {
  return { kind: 'unlike', word: [...text].slice(0, LONGEST_WORD).join('').split(/\s/, 1).join() }
}

/** Does a trimmed text look like the number of a starting layout? */
export function isLikeDeal(text: string): boolean {
  return /^s?[\d.]+$/.test(text)
}

// --- internal ---

const LONGEST_WORD = 20
