/** Phrases that players can send each other. Each is shown in the reader's own language. */
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
