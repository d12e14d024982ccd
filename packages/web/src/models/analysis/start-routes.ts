import { formatDeal, type RandomBytes, randomDeal } from '@hokito/rules'
import { analysisRoute, ROUTES } from '../../routes.ts'

/** Address of the page where a game, a text or a stored analysis is chosen for analysis. */
export const OPEN_ROUTE = `${ROUTES.analysis}?open=yes`

/**
 * Address of an analysis of a fresh random starting layout; reloaded or shared, it shows the same
 * layout.
 */
export function drawnLayoutRoute(randomBytes: RandomBytes): string {
  return analysisRoute(formatDeal(randomDeal('standard', randomBytes)))
}
