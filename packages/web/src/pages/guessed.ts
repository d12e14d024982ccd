import { ROUTES } from '../routes.ts'

/**
 * Addresses that people type and that no page has, each with the page that they mean. The server
 * redirects them; offline the page for unknown addresses does.
 */
export const GUESSED: Readonly<Record<string, string>> = {
  '/home': ROUTES.home,
  '/game': ROUTES.games,
  '/play': ROUTES.online,
  '/lobby': ROUTES.online,
  '/bots': ROUTES.online,
  '/computer': `${ROUTES.newGame}?opponent=computer`,
  '/puzzle': ROUTES.puzzles,
  '/tournament': ROUTES.tournaments,
  '/arena': ROUTES.tournaments,
  '/studies': ROUTES.study,
  '/lessons': ROUTES.learn,
  '/course': ROUTES.strategy,
  '/strategy': ROUTES.strategy,
  '/help': ROUTES.rules,
  '/player': ROUTES.people,
  '/players': ROUTES.people,
  '/friends': ROUTES.people,
  '/classes': ROUTES.class,
  '/login': ROUTES.account,
  '/settings': `${ROUTES.home}?settings=yes`,
}
