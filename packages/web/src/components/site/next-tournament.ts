import { lazily } from '../../ui/lazily.tsx'
import { withTexts } from './with-texts.tsx'

/** The tournament that a player can join soonest, loaded with its words when a page first shows it. */
export const NextTournament = lazily(async () =>
  withTexts(['tournaments'], (await import('../tournaments/NextTournament.tsx')).NextTournament),
)
