import { parseDeal } from '../deal.ts'
import { parsePosition } from '../notation.ts'
import { isBlank, MAX_GAME_LENGTH, trimBlank, withoutComments } from './lines.ts'
import { readTag, type Tag } from './tokens.ts'

/** A line of the whole text, or the end of one, and the place where it begins, counted from 1. */
export interface Row {
  readonly text: string
  readonly line: number
  readonly column: number
}

/** The state of a comment, as far as its rows have shown it. */
export interface Shown {
  /** `unclosed` if another game or the end of the text follows before the comment has ended. */
  readonly state: 'open' | 'closed' | 'unclosed'
  /** The rows that belong to the comment's game. */
  readonly own: readonly Row[]
  /** The rows after those: of the other game, or the rest of the row that closes the comment. */
  readonly rest: readonly Row[]
}

/**
 * Follows the rows of a comment that its first row has not closed. A comment may contain tags, so
 * only later rows show whether another game has begun. A block of tags after an empty line is
 * another game if it has a deal or a position and the next brace opens a comment, or if `}` stands
 * in one of its tags. If no brace follows, it is another game if the deal or position can be
 * parsed.
 */
export class OpenComment {
  /** All rows from the first one that may be a tag after an empty line. */
  #held: Row[] = []
  #length = 0
  #last: 'text' | 'gap' | 'tag' = 'text'
  /**
   * Indexes of the rows at which blocks begin: the last block, the first with a deal or position,
   * and the first with one that can be parsed.
   */
  #block = 0
  #begun: number | undefined
  #readable: number | undefined

  take(row: Row): Shown {
    const [before = ''] = row.text.split('}', 1)
    const isTag = this.#last !== 'text' && TAG.test(before)
    if (isTag && this.#last === 'gap') this.#block = this.#held.length
    if (isTag) this.#last = 'tag'
    else this.#last = isBlank(row.text) ? 'gap' : 'text'
    const isHeld = isTag || this.#held.length > 0
    this.#held.push(row)
    this.#length += row.text.length
    if (isTag) this.#note(before)
    const isClosed = before.length < row.text.length
    if (isClosed && isTag && isWithinQuotes(row.text, before.length)) {
      return this.#leave(this.#begun ?? this.#block)
    }
    if (this.#begun !== undefined && before.includes('{')) return this.#leave(this.#begun)
    if (isClosed) return this.#close(row)
    return isHeld && this.#length <= MAX_GAME_LENGTH ? OPEN : this.#release('open')
  }

  /** Ends the text. */
  end(): Shown {
    return this.#release('unclosed')
  }

  #note(line: string): void {
    if (BEGINNING.test(trimBlank(line))) this.#begun ??= this.#block
    const tag = readTag(line, 0)
    if (tag.ok && isReadable(tag.value)) this.#readable ??= this.#block
  }

  /**
   * The held rows are another game, from the first beginning that can be parsed, or else from this
   * row.
   */
  #leave(first: number): Shown {
    const at = this.#readable ?? first
    return { state: 'unclosed', own: this.#held.slice(0, at), rest: this.#held.slice(at) }
  }

  /** The comment ends in the last held row. */
  #close(last: Row): Shown {
    const end = last.text.indexOf('}') + 1
    const rest = behind(last, end)
    // The rest is blank, but must not count as an empty line.
    if (isBlank(rest.text)) return { state: 'closed', own: this.#held, rest: [] }
    const own = [...this.#held.slice(0, -1), { ...last, text: last.text.slice(0, end) }]
    return { state: 'closed', own, rest: [rest] }
  }

  /** No brace will decide any more whether the held rows are another game. */
  #release(state: 'open' | 'unclosed'): Shown {
    if (this.#readable !== undefined) return this.#leave(this.#readable)
    const own = this.#held
    this.#held = []
    this.#length = 0
    this.#begun = undefined
    return { state, own, rest: [] }
  }
}

/** The rest of a row, from `end` on. */
export function behind({ text, line, column }: Row, end: number): Row {
  return { text: text.slice(end), line, column: column + end }
}

// --- internal ---

const OPEN: Shown = { state: 'open', own: [], rest: [] }

/** The end of a name and the beginning of a value. Every tag has them, even a broken one. */
const TAG = /\w\s+"/
const BEGINNING = /^[^{"]*(?:Deal|Position)\s+"[^"{}]*"\s*\]$/

/** If a comment ended here, the rest of a tag would stand among moves. */
function isWithinQuotes(line: string, at: number): boolean {
  const quotes = line.slice(0, at).replace(/\\./g, '').split('"').length - 1
  return quotes % 2 === 1 && withoutComments(line.slice(at)).includes('"')
}

/** Can a game begin with this tag? */
function isReadable({ name, value }: Tag): boolean {
  if (name === 'Deal') return parseDeal(value).ok
  return name === 'Position' && parsePosition(value, 'either').ok
}
