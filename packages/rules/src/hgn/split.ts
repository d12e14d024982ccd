import { behind, OpenComment, type Row, type Shown } from './comment.ts'
import {
  type Before,
  isOverAfter,
  joinOf,
  kindOfLine,
  LineReader,
  MAX_GAME_LENGTH,
  openBraceOf,
} from './lines.ts'

/**
 * The text of one game as it stands in a larger text, with a line feed at the end of every line.
 */
export interface RawGame {
  readonly text: string
  /** The number of the game in the whole text, counted from 1. */
  readonly game: number
  /** Where the game begins in the whole text, counted from 1. */
  readonly line: number
  readonly column: number
  /**
   * Was it longer than {@link MAX_GAME_LENGTH}? Then `text` is only its beginning. If `text` has a
   * comment that does not end, that comment is the error, and the game does not count as too long.
   */
  readonly isTooLong: boolean
}

/** All games of a text. */
export function splitGames(text: string): readonly RawGame[] {
  const splitter = new GameSplitter()
  return [...splitter.push(text), ...splitter.end()]
}

/**
 * Cuts a text that arrives in pieces into games. It holds no more than two games at a time. A game
 * begins at a tag line that follows something other than tags, or follows tags and a blank line. It
 * also begins at anything but a comment after a result and a blank line. Tag lines in a comment are
 * part of the comment if it ends ({@link OpenComment}).
 */
export class GameSplitter {
  readonly #reader = new LineReader()
  #lines = 0
  #games = 0
  #stage: Stage = BETWEEN

  /** Adds the next piece. Returns the games that it completes. */
  push(piece: string): readonly RawGame[] {
    const done: RawGame[] = []
    this.#read(this.#rowsOf(this.#reader.push(piece)), done)
    return done
  }

  /** Ends the text. Returns the last games. */
  end(): readonly RawGame[] {
    const done: RawGame[] = []
    this.#read(this.#rowsOf(this.#reader.end()), done)
    while (this.#stage.kind === 'comment') {
      this.#read(this.#follow(this.#stage, this.#stage.comment.end(), done), done)
    }
    this.#flush(done)
    return done
  }

  #rowsOf(lines: readonly string[]): readonly Row[] {
    return lines.map((text) => {
      const line = ++this.#lines
      return { text: line === 1 ? withoutByteOrderMark(text) : text, line, column: 1 }
    })
  }

  #read(rows: readonly Row[], done: RawGame[]): void {
    // Rows to read again come before rows that were never read.
    const waiting = rows.toReversed()
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      for (const again of this.#take(row, done).toReversed()) waiting.push(again)
    }
  }

  /** Reads a row. Returns the rows to read after it. */
  #take(row: Row, done: RawGame[]): readonly Row[] {
    const stage = this.#stage
    if (stage.kind === 'comment') return this.#follow(stage, stage.comment.take(row), done)
    const kind = kindOfLine(row.text, beforeIn(stage))
    if (kind === 'blank') {
      this.#stage = afterBlank(stage, row)
      return NONE
    }
    if (kind === 'moves') {
      if (stage.kind === 'over') this.#flush(done)
      return this.#takeMoves(row, 'moves')
    }
    // A comment among tags does not end them.
    if (kind === 'comment') return this.#takeMoves(row, stage.kind === 'tags' ? 'tags' : 'moves')
    if (stage.kind !== 'tags') this.#flush(done)
    this.#stage = { kind: 'tags', game: add(this.#gameAt(row), row) }
    return NONE
  }

  /**
   * Reads the part of a row that belongs to this game, because the next game may begin within the
   * row. `after` is the stage that follows.
   */
  #takeMoves(row: Row, after: 'tags' | 'moves'): readonly Row[] {
    const end = after === 'tags' ? undefined : joinOf(row.text, beforeIn(this.#stage))
    const text = row.text.slice(0, end)
    const game = this.#gameAt(row)
    const open = openBraceOf(text)
    const brace = game.text.length + (open ?? 0)
    this.#stage =
      open === undefined
        ? { kind: after, game }
        : { kind: 'comment', game, comment: new OpenComment(), brace, after }
    add(game, { ...row, text })
    game.isOver = isOverAfter(text, game.isOver)
    return end === undefined ? NONE : [behind(row, end)]
  }

  /** Continues after the rows of an open comment have shown more about it. */
  #follow(stage: InComment, { state, own, rest }: Shown, done: RawGame[]): readonly Row[] {
    const { game, after, brace } = stage
    for (const row of own) add(game, row)
    // The text was cut before the brace, so the open comment did not make the game too long.
    if (state === 'unclosed') this.#flush(done, brace < MAX_GAME_LENGTH)
    if (state !== 'closed') return rest
    this.#stage = { kind: after, game }
    const [row] = rest
    if (row === undefined) return NONE
    // Unlike at the beginning of a line, no tag can begin here.
    const hasMoves = after === 'moves' || kindOfLine(row.text, 'tag') === 'moves'
    return this.#takeMoves(row, hasMoves ? 'moves' : 'tags')
  }

  /** The current game. If there is none yet, it begins at this row. */
  #gameAt({ line, column }: Row): OpenGame {
    const stage = this.#stage
    return stage.kind === 'between' ? newGame(line, column) : stage.game
  }

  #flush(done: RawGame[], isUnclosed = false): void {
    if (this.#stage.kind === 'between') return
    const { text, line, column, isCut } = this.#stage.game
    done.push({ text, game: ++this.#games, line, column, isTooLong: isCut && !isUnclosed })
    this.#stage = BETWEEN
  }
}

// --- internal ---

/** An unfinished game. */
interface OpenGame {
  text: string
  readonly line: number
  readonly column: number
  /** Has it been longer than {@link MAX_GAME_LENGTH}? The rest is then dropped. */
  isCut: boolean
  /** Was a result the last text outside comments? */
  isOver: boolean
}

/** An open comment, the offset of its brace in the text of the game, and the stage after it. */
interface InComment {
  readonly kind: 'comment'
  readonly game: OpenGame
  readonly comment: OpenComment
  readonly brace: number
  readonly after: 'tags' | 'moves'
}

/**
 * The kind of the last line: outside a game, a tag, blank after tags, blank after a result, or
 * anything else.
 */
type Stage =
  | { readonly kind: 'between' }
  | { readonly kind: 'tags' | 'gap' | 'over' | 'moves'; readonly game: OpenGame }
  | InComment

const BETWEEN: Stage = { kind: 'between' }
const NONE: readonly Row[] = []

function newGame(line: number, column: number): OpenGame {
  return { text: '', line, column, isCut: false, isOver: false }
}

function beforeIn(stage: Stage): Before {
  switch (stage.kind) {
    case 'between':
    case 'over':
      return 'start'
    case 'tags':
      return 'tag'
    default:
      return stage.game.isOver ? 'result' : 'other'
  }
}

function afterBlank(stage: Exclude<Stage, InComment>, row: Row): Stage {
  if (stage.kind === 'between') return stage
  const game = add(stage.game, row)
  if (stage.kind === 'tags') return { kind: 'gap', game }
  return game.isOver ? { kind: 'over', game } : stage
}

function add(game: OpenGame, { text }: Row): OpenGame {
  if (game.isCut) return game
  game.text += text
  game.isCut = game.text.length > MAX_GAME_LENGTH
  if (game.isCut) game.text = game.text.slice(0, MAX_GAME_LENGTH)
  return game
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
