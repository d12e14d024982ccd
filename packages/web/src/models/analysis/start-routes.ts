import { formatDeal, type RandomBytes, randomDeal } from '@hokito/rules'
import { analysisRoute, ROUTES } from '../../routes.ts'

/** Address of an analysis that begins with a board to set up on. */
export const SET_UP_ROUTE = `${ROUTES.analysis}?setup=yes`

/** Address where a game, a text or a kept analysis is chosen, to be analysed. */
export const OPEN_ROUTE = `${ROUTES.analysis}?open=yes`

/** Address of an analysis of a starting layout that chance has just made: reloaded or sent, it shows the same. */
export function drawnLayoutRoute(randomBytes: RandomBytes): string {
  return analysisRoute(formatDeal(randomDeal('standard', randomBytes)))
}
