import type { ApiChallenge } from '@hokito/client'

/** How much time a game gives; `none` where nothing limits it. */
export const PACES = ['live', 'correspondence', 'none'] as const
export type BotPace = (typeof PACES)[number]

/** Whether ratings are at stake. */
export const STAKES = ['any', 'rated', 'casual'] as const

/** What a bot plays. */
export interface AcceptedTerms {
  readonly paces: readonly BotPace[]
  readonly stakes: (typeof STAKES)[number]
}

/** Why a bot does not play on such terms; undefined where it does. */
export function objectionTo(
  { timeControl, isRated }: ApiChallenge['terms'],
  { paces, stakes }: AcceptedTerms,
): string | undefined {
  const pace = paceOf(timeControl)
  if (!paces.includes(pace)) return `it plays ${paces.join(' and ')} only`
  if (stakes === 'rated' && isRated !== true) return 'it plays rated matches only'
  return stakes === 'casual' && isRated === true ? 'it plays no rated matches' : undefined
}

// --- internal ---

function paceOf({ kind }: ApiChallenge['terms']['timeControl']): BotPace {
  return kind === 'correspondence' || kind === 'none' ? kind : 'live'
}
