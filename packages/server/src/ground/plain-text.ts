/**
 * A line of text as shown. Removes control characters, direction changes, invisible characters, and
 * excess marks on a letter.
 */
export function plainText(words: string): string {
  return words
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
}
