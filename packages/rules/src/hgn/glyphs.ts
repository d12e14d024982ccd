/** Judgements that have a sign of their own, with PGN's numbers. */
export const GLYPH_SIGNS = [
  ['!', 1],
  ['?', 2],
  ['!!', 3],
  ['??', 4],
  ['!?', 5],
  ['?!', 6],
] as const

/** The usual sign of a glyph, such as `!?`. Undefined for a glyph that has only a number. */
export function signOf(code: number): string | undefined {
  return GLYPH_SIGNS.find(([, other]) => other === code)?.[0]
}

/** Is this a valid number of a glyph? */
export function isGlyphCode(code: number): boolean {
  return Number.isInteger(code) && code >= 0 && code <= 255
}

/** Is this word meant as a glyph? */
export function isGlyphText(text: string): boolean {
  return text.startsWith('$') || SIGN.test(text)
}

/** The number of `$n` or of a sign. Undefined if there is no such glyph. */
export function glyphOf(text: string): number | undefined {
  const numbered = /^\$(0|[1-9]\d{0,2})$/.exec(text)?.[1]
  if (numbered === undefined) return CODES.get(text)
  return isGlyphCode(Number(numbered)) ? Number(numbered) : undefined
}

/** A move without the sign that follows it directly, and the number of that sign. */
export function splitGlyph(word: string): { readonly text: string; readonly code?: number } {
  const [, text = word, sign = ''] = /^(.*?)([!?]*)$/s.exec(word) ?? []
  const code = CODES.get(sign)
  return code === undefined ? { text: word } : { text, code }
}

// --- internal ---

const SIGN = /^[!?]+$/
const CODES: ReadonlyMap<string, number> = new Map(GLYPH_SIGNS)
