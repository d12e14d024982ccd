import { formatPosition, type GameRecord, type Position } from '@hokito/rules'
import { unlessRefused } from '../device/unless-refused.ts'

/**
 * Remembers in a tab from which chapter of the course a game begins. If the browser stores nothing,
 * the game does not lead back there.
 */
export function rememberChapter(storage: () => Storage, chapter: string, position: Position): void {
  unlessRefused(() => storage().setItem(KEY, `${chapter} ${formatPosition(position)}`))
}

/** The chapter from which a game was begun in this tab; undefined if it was none. */
export function chapterOf(
  storage: () => Storage,
  { beginning }: Pick<GameRecord, 'beginning'>,
): string | undefined {
  if (beginning.kind !== 'position') return undefined
  return chapterAt(storage, formatPosition(beginning.position))
}

/** The chapter whose game begins from a position, by the text of the position. */
export function chapterAt(storage: () => Storage, text: string | undefined): string | undefined {
  const [chapter, ...position] = unlessRefused(() => storage().getItem(KEY))?.split(' ') ?? []
  return position.join(' ') === text ? chapter : undefined
}

// --- internal ---

const KEY = 'hokito:chapterGame'
