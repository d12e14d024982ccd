/** Joins sentences: each ends with a stop, even if its text is a heading elsewhere and has none. */
export function joinSentences(...texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => (ENDS_SENTENCE.test(text) ? text : `${text}.`))
    .join(' ')
}

// --- internal ---

/** A closing quote or bracket may follow the stop. */
const ENDS_SENTENCE = /[.!?…:][»”“’)]?$/
