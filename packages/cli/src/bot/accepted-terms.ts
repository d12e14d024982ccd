import type { ApiChallenge } from '@hokito/client'

/** The kind of time that a game gives; `none` if it has no limit. */
export const PACES = ['live', 'correspondence', 'none'] as const
export type BotPace = (typeof PACES)[number]

/** Whether a bot plays rated games, casual ones, or both. */
export const STAKES = ['any', 'rated', 'casual'] as const

/** The terms that a bot accepts. */
export interface AcceptedTerms {
  readonly paces: readonly BotPace[]
  readonly stakes: (typeof STAKES)[number]
}

/** Why a bot refuses these terms. Undefined if it accepts them. */
export function objectionTo(
  { timeControl, isRated }: ApiChallenge['terms'],
  { paces, stakes }: AcceptedTerms,
): string | undefined {
  const pace = PACE_OF[timeControl.kind]
  if (!paces.includes(pace)) return `it plays only ${paces.join(' and ')}`
  if (stakes === 'rated' && isRated !== true) return 'it plays only rated matches'
  return stakes === 'casual' && isRated === true ? 'it plays no rated matches' : undefined
}

// --- internal ---

const PACE_OF: Readonly<Record<ApiChallenge['terms']['timeControl']['kind'], BotPace>> = {
  none: 'none',
  fischer: 'live',
  delay: 'live',
  correspondence: 'correspondence',
}
