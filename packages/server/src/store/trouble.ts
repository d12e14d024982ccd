/** Passing problems between a server and the services that it shares with others. */
export const TROUBLES = [
  'connectionLost',
  'transactionRepeated',
  'commitUnheard',
  'lockLost',
  'redisLost',
] as const
export type Trouble = (typeof TROUBLES)[number]

/** Called for each problem as it occurs. */
export type OnTrouble = (trouble: Trouble, error: unknown) => void
