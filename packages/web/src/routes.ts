/** Addresses of the pages. */
export const ROUTES = {
  home: '/',
  newGame: '/new',
  game: '/game',
  replay: '/replay',
  online: '/online',
  play: '/play',
  invite: '/invite',
  learn: '/learn',
  rules: '/rules',
  games: '/games',
  about: '/about',
} as const

/** Address of one running or finished game on this device. */
export function gameRoute(id: string): string {
  return `${ROUTES.game}/${id}`
}

/** Address of one lesson. */
export function lessonRoute(id: string): string {
  return `${ROUTES.learn}/${id}`
}

/** Address of an online game, for players and watchers alike. */
export function playRoute(id: string): string {
  return `${ROUTES.play}/${id}`
}

/** Address of an invitation to a game. */
export function inviteRoute(id: string): string {
  return `${ROUTES.invite}/${id}`
}

/** A link that carries a record or position in itself: nothing is stored anywhere. */
export function replayRoute(text: string): string {
  return `${ROUTES.replay}#${encodeURI(text).replaceAll('#', '%23')}`
}

/** The text that a replay link carries; undefined when its escapes are broken. */
export function textOfHash(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''))
  } catch {
    return undefined
  }
}
