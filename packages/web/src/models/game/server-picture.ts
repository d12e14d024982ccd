import type { GameId } from '@hokito/protocol'

/** The address of the server's picture of a game's last board, as the page shows boards now. */
export function serverPictureOf(game: GameId, size: number): string {
  const { theme = 'light', board = 'theme', pieces = 'theme' } = document.documentElement.dataset
  const wish = new URLSearchParams({ size: `${size}`, theme })
  if (board !== 'theme') wish.set('board', board)
  if (pieces !== 'theme') wish.set('pieces', pieces)
  return `/picture/game/${game}.svg?${wish}`
}
