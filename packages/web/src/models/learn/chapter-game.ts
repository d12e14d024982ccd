import { formatPosition, type GameRecord, type Position } from '@hokito/rules'

/** Remembers in a tab from which chapter of the course a game begins; `storage` may be forbidden. */
export function rememberChapter(storage: () => Storage, chapter: string, position: Position): void {
  try {
    storage().setItem(KEY, `${chapter} ${formatPosition(position)}`)
  } catch {
    // The game has no way back then.
  }
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
  try {
    const [chapter, ...position] = storage().getItem(KEY)?.split(' ') ?? []
    return position.join(' ') === text ? chapter : undefined
  } catch {
    return undefined
  }
}

// --- internal ---

const KEY = 'hokito:chapterGame'
