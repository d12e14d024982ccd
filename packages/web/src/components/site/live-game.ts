import { lazily } from '../../ui/lazily.tsx'
import { withTexts } from './with-texts.tsx'

/** The best game in progress in a small frame, loaded with its words when a page first shows it. */
export const LiveGame = lazily(async () =>
  withTexts(['watch'], (await import('../lobby/LiveGame.tsx')).LiveGame),
)
