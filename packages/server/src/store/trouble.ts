/** What can go wrong between a server and what it shares with others, and is mended by itself. */
export const TROUBLES = [
  'connectionLost',
  'transactionRepeated',
  'commitUnheard',
  'lockLost',
  'redisLost',
] as const
export type Trouble = (typeof TROUBLES)[number]

/** Told of each trouble as it comes. */
export type OnTrouble = (trouble: Trouble, error: unknown) => void
