/** Most characters of one game. 35 moves with long comments need far fewer. */
export const MAX_GAME_LENGTH = 262_144

/**
 * The contents of a line. A `brokenTag` is meant as a tag, but other text stands before its bracket
 * or the bracket is missing. A `comment` line contains nothing else.
 */
export type LineKind = 'blank' | 'tag' | 'brokenTag' | 'comment' | 'moves'

/**
 * The kind of text before a line: a tag, the result of a game, a gap between games (`start`), or
 * anything else.
 */
export type Before = 'tag' | 'result' | 'start' | 'other'

/**
 * Classifies a line that no earlier comment reaches into. The splitter and the tokenizer both use
 * it, so that they agree where tags are.
 */
export function kindOfLine(line: string, before: Before): LineKind {
  const start = endOfBlank(line, 0)
  if (start === line.length) return 'blank'
  if (line[start] === '[') return 'tag'
  const text = withoutComments(line)
  if (isBlank(text)) return 'comment'
  return isMeantAsTag(text, before) ? 'brokenTag' : 'moves'
}

/**
 * The offset in a line of moves at which the next game begins. This happens if two files were
 * joined and the first had no line break at its end. Undefined if no game begins in the line.
 */
export function joinOf(line: string, before: Before): number | undefined {
  return line.includes('[') ? joinIn(withoutComments(line), before) : undefined
}

/** Is a result the last text outside comments, after this line of moves? */
export function isOverAfter(line: string, wasOver: boolean): boolean {
  const text = withoutComments(line)
  return isBlank(text) ? wasOver : endsWithResult(text)
}

/** The offset of a comment that the line does not close. Undefined if there is none. */
export function openBraceOf(line: string): number | undefined {
  for (let open = line.indexOf('{'); open >= 0; ) {
    const close = line.indexOf('}', open)
    if (close === -1) return open
    open = line.indexOf('{', close)
  }
  return undefined
}

/**
 * The end of the blanks that begin at `from`: white space and invisible characters, such as a byte
 * order mark.
 */
export function endOfBlank(text: string, from: number): number {
  const code = text.charCodeAt(from)
  // Most characters are printable ASCII, for which the regular expression is slow.
  if (code > SPACE && code < DELETE) return from
  BLANKS.lastIndex = from
  return BLANKS.test(text) ? BLANKS.lastIndex : from
}

/** Does the text have no visible character? */
export function isBlank(text: string): boolean {
  return endOfBlank(text, 0) === text.length
}

/** The end of the word that begins at `from`. A blank, brace, bracket or parenthesis ends it. */
export function endOfWord(text: string, from: number): number {
  WORD.lastIndex = from
  return WORD.test(text) ? WORD.lastIndex : from + 1
}

/** A line without the blanks around it. */
export function trimBlank(line: string): string {
  let end = line.length
  while (end > 0 && isBlank(line[end - 1] ?? '')) end--
  return line.slice(Math.min(endOfBlank(line, 0), end), end)
}

/** A line with spaces in place of its comments, so that offsets stay the same. */
export function withoutComments(line: string): string {
  if (!line.includes('{')) return line
  return line.replace(COMMENT, (comment) => ' '.repeat(comment.length))
}

/** The text with every line break replaced by a line feed. */
export function withLineFeeds(text: string): string {
  return text.replace(LINE_END, '\n')
}

/**
 * Cuts a text that arrives in pieces into lines. Each line ends with a line feed; the last one only
 * if the text has one. The result does not depend on where the pieces are cut. A line much longer
 * than a game loses its middle, except for the last brace in it. So it is still known whether the
 * line leaves a comment open, and whether a game begins at its end.
 */
export class LineReader {
  #line = ''
  /** A line break at the end of a piece, which the next piece may continue. */
  #held = ''
  /** The last brace of the lost middle, or an empty text. Undefined while nothing is lost. */
  #lost: string | undefined
  #end = ''

  /** Adds the next piece. Returns the lines that it completes. */
  push(piece: string): readonly string[] {
    const text = this.#held + piece
    const lines: string[] = []
    let from = 0
    this.#held = ''
    for (const { index, 0: lineBreak } of text.matchAll(LINE_END)) {
      if (index + lineBreak.length === text.length) {
        this.#held = lineBreak
        break
      }
      this.#add(text.slice(from, index))
      lines.push(this.#complete())
      from = index + lineBreak.length
    }
    this.#add(text.slice(from, text.length - this.#held.length))
    return lines
  }

  /** Ends the text. Returns the last line, if there is one. */
  end(): readonly string[] {
    const end = this.#held === '' ? '' : '\n'
    return this.#line + end === '' ? [] : [this.#complete(end)]
  }

  #add(part: string): void {
    const room = LONGEST_LINE - this.#line.length
    this.#line += part.length <= room ? part : part.slice(0, room)
    if (part.length <= room) return
    const end = this.#end + part.slice(room)
    const middle = end.slice(0, -LONGEST_END)
    this.#end = end.slice(-LONGEST_END)
    if (middle === '') return
    const brace = Math.max(middle.lastIndexOf('{'), middle.lastIndexOf('}'))
    this.#lost = middle[brace] ?? this.#lost ?? ''
  }

  #complete(lineBreak = '\n'): string {
    const middle = this.#lost === undefined ? '' : this.#lost + LOST_MARK
    const line = this.#line + middle + this.#end + lineBreak
    this.#line = ''
    this.#held = ''
    this.#lost = undefined
    this.#end = ''
    return line
  }
}

// --- internal ---

/** Long enough that a game with a shortened line is still over the limit. */
const LONGEST_LINE = MAX_GAME_LENGTH + 1
/** Far longer than a tag. */
const LONGEST_END = 4096
const LOST_MARK = '…'

/**
 * LF, CR LF or CR. A CR between LF and other text does not end another line. It belongs to that
 * text, like any other white space.
 */
const LINE_END = /\r?\n(?:\r(?![\r\n]))?|\r/g

const SPACE = 32
const DELETE = 127

// All expressions below take time in proportion to the line, even on lines made to slow them down.
// Each repetition ends where the next attempt would begin.
const UNSEEN = String.raw`\s\u0085\p{Cf}\p{Default_Ignorable_Code_Point}`
const BLANK = `[${UNSEEN}]`
const BLANKS = new RegExp(`${BLANK}*`, 'uy')
/** Only tags have brackets, so a bracket always ends a word. */
const WORD = new RegExp(`[^${UNSEEN}{}()[\\]]+`, 'uy')

const COMMENT = /\{[^}]*\}?/g
const TAG_START = /\[[A-Za-z]\w*\s+"/
const TAG_AT_END = new RegExp(`"${BLANK}*\\]${BLANK}*$`, 'u')
const BARE_TAG = /^\W*[A-Za-z]\w*\s+"/
const QUOTE_AT_END = /"[^"\w]*$/
const MOVES_START = new RegExp(`^${BLANK}*(?:[\\d*({$)!?}]|[a-f][1-6])`, 'u')
const MOVE = /[a-f][1-6][a-f][1-6]/
const RESULT_AT_END = /(?:\*|\d{1,4}-\d{1,4})$/
const LONGEST_RESULT = '1296-1296'.length

/**
 * Moves begin with a number, a result, a sign, or at least a square. They contain neither quotes
 * nor brackets.
 */
function isMoves(text: string): boolean {
  return MOVES_START.test(text) && !/["[\]]/.test(text)
}

/**
 * Is a line meant as a tag, although other text stands before its bracket or the bracket is
 * missing? Where a tag is expected, this is any line that cannot be moves.
 */
function isMeantAsTag(text: string, before: Before): boolean {
  if (before === 'tag') return !isMoves(text)
  if (joinIn(text, before) !== undefined) return false
  if (before === 'start') return !isMoves(text)
  if (!text.includes('"')) return false
  const at = text.search(TAG_START)
  if (at >= 0) return !MOVE.test(text.slice(0, at))
  if (TAG_AT_END.test(text)) return !MOVE.test(text)
  return BARE_TAG.test(text) && QUOTE_AT_END.test(text)
}

function endsWithResult(text: string): boolean {
  return RESULT_AT_END.test(trimBlank(text).slice(-LONGEST_RESULT))
}

/**
 * Only another game can have a bracket after a result. A complete tag may also follow moves that
 * were cut off.
 */
function joinIn(text: string, before: Before): number | undefined {
  const at = text.indexOf('[')
  if (at === -1) return undefined
  const own = text.slice(0, at)
  if (before === 'other' && endsWithResult(own)) return at
  const isTag = text.search(TAG_START) === at && TAG_AT_END.test(text)
  return isTag && (isBlank(own) || MOVE.test(own)) ? at : undefined
}
