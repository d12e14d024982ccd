/** What players can say to each other, each shown in the reader's own language. */
export const PHRASES = [
  'hello',
  'goodLuck',
  'haveFun',
  'wellPlayed',
  'niceMove',
  'oops',
  'thinking',
  'thanks',
  'sorry',
  'goodGame',
] as const
export type Phrase = (typeof PHRASES)[number]
