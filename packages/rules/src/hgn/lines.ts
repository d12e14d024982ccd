/** Characters one game may have; far more than 35 moves with long comments need. */
export const MAX_GAME_LENGTH = 262_144

/**
 * What stands in a line. `brokenTag` is meant as a tag and has something before its bracket, or no bracket at all;
 * a `comment` has nothing else in it.
 */
export type LineKind = 'blank' | 'tag' | 'brokenTag' | 'comment' | 'moves'

/** What stands before a line: a tag, the result of a game, what separates games (`start`), or anything else. */
export type Before = 'tag' | 'result' | 'start' | 'other'

/**
 * Says what stands in a line that no comment reaches into. The splitter and the tokenizer both ask here, so that they
 * agree where tags are.
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
 * Where in a line of moves the next game begins, as it does where two files were joined and the first had no line
 * break at its end; undefined where it begins nowhere in the line.
 */
export function joinOf(line: string, before: Before): number | undefined {
  return line.includes('[') ? joinIn(withoutComments(line), before) : undefined
}

/** Is a result the last thing outside comments, after this line of moves? */
export function isOverAfter(line: string, wasOver: boolean): boolean {
  const text = withoutComments(line)
  return isBlank(text) ? wasOver : endsWithResult(text)
}

/** Where a comment begins that the line does not close; undefined where there is none. */
export function openBraceOf(line: string): number | undefined {
  for (let open = line.indexOf('{'); open >= 0; ) {
    const close = line.indexOf('}', open)
    if (close === -1) return open
    open = line.indexOf('{', close)
  }
  return undefined
}

/** Where the blanks end that begin at `from`: white space, and characters that nobody sees, such as a byte order mark. */
export function endOfBlank(text: string, from: number): number {
  const code = text.charCodeAt(from)
  // Most characters are printed ASCII, for which the expression is slow.
  if (code > SPACE && code < DELETE) return from
  BLANKS.lastIndex = from
  return BLANKS.test(text) ? BLANKS.lastIndex : from
}

/** Is there nothing that anybody sees? */
export function isBlank(text: string): boolean {
  return endOfBlank(text, 0) === text.length
}

/** Where the word ends that begins at `from`: at a blank, a brace, a bracket or a parenthesis. */
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

/** A line with spaces in place of its comments, so that all else stays where it is. */
export function withoutComments(line: string): string {
  if (!line.includes('{')) return line
  return line.replace(COMMENT, (comment) => ' '.repeat(comment.length))
}

/** The text with a line feed at the end of every line, whatever stood there. */
export function withLineFeeds(text: string): string {
  return text.replace(LINE_END, '\n')
}

/**
 * Cuts a text that arrives in pieces into lines, each with a line feed at its end, but the last only where it has one.
 * Where the pieces are cut makes no difference. A line much longer than a game loses its middle, all but the last brace
 * in it, so that it is still known whether a comment is open behind the line and whether a game begins at its end.
 */
export class LineReader {
  #line = ''
  /** A line break at the end of a piece, which the next piece may continue. */
  #held = ''
  /** What follows the longest line that is kept whole: its last brace, if anything has been lost, and its end. */
  #lost: string | undefined
  #end = ''

  /** Takes the next piece and gives back the lines that it completed. */
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

  /** Says that nothing follows and gives back the last line, if there is one. */
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

/** So long that the game of a line which has lost its middle is over the bound too. */
const LONGEST_LINE = MAX_GAME_LENGTH + 1
/** Far longer than a tag. */
const LONGEST_END = 4096
const LOST_MARK = '…'

/**
 * LF, CR LF or CR. A CR between LF and other text does not end another line: it stands before that text, as any
 * other white space may.
 */
const LINE_END = /\r?\n(?:\r(?![\r\n]))?|\r/g

const SPACE = 32
const DELETE = 127

// All expressions below take time in proportion to the line, also on lines made to slow them down: what a repetition
// takes ends where the next attempt would begin.
const UNSEEN = String.raw`\s\u0085\p{Cf}\p{Default_Ignorable_Code_Point}`
const BLANK = `[${UNSEEN}]`
const BLANKS = new RegExp(`${BLANK}*`, 'uy')
/** A bracket can only be a tag's, so it is a sign of its own. */
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

/** Moves begin with a number, a result, a sign, or at least a square, and have neither quotes nor brackets. */
function isMoves(text: string): boolean {
  return MOVES_START.test(text) && !/["[\]]/.test(text)
}

/**
 * Is a line meant as a tag, though something stands before its bracket or the bracket is missing? Where tags are to be
 * expected that is whatever cannot be moves.
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

/** Only another game has a bracket after a result; a whole tag may also follow moves that were cut off. */
function joinIn(text: string, before: Before): number | undefined {
  const at = text.indexOf('[')
  if (at === -1) return undefined
  const own = text.slice(0, at)
  if (before === 'other' && endsWithResult(own)) return at
  const isTag = text.search(TAG_START) === at && TAG_AT_END.test(text)
  return isTag && (isBlank(own) || MOVE.test(own)) ? at : undefined
}
