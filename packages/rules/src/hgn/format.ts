import { isCompensation } from '../compensation.ts'
import { formatDeal } from '../deal.ts'
import { formatMove, formatPosition, numberBefore } from '../notation.ts'
import { tryPlay } from '../play.ts'
import type { Position } from '../position.ts'
import {
  type EndingKind,
  finalPosition,
  type GameRecord,
  type Line,
  positionOf,
  type Variation,
} from '../record.ts'
import { score } from '../score.ts'
import type { Color } from '../types.ts'
import { isGlyphCode } from './glyphs.ts'
import { DEEPEST_VARIATION } from './line.ts'
import { withLineFeeds } from './lines.ts'
import { splitGames } from './split.ts'
import { isTagName, isTagValue } from './tokens.ts'

/**
 * Formats a record as HGN, with a line feed at the end of every line. A blank line separates the
 * games of a file.
 * @throws Error if the moves or a variation are illegal, a note lies outside its line, a comment
 *   contains `}`, or the tags of a game and then `{`, or a tag cannot be written. This never
 *   happens to a record that came from {@link parseRecord} or was played by the rules.
 */
export function formatRecord(record: GameRecord): string {
  const final = finalPosition(record)
  if (!final.ok) throw new Error(`the record breaks at ply ${final.error.ply}`)
  const points = score(final.value)
  const result = record.ending === undefined ? '*' : `${points.black}-${points.white}`
  const tags = tagsOf(record, result).map(formatTag)
  return `${tags.join('\n')}\n\n${wrap([...movetext(record), result])}\n`
}

/** A day in the form of the tag `Date`, such as `2026.03.31`, in UTC. */
export function formatDate(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '.')
}

// --- internal ---

/** Tags written before and after our own ones, if a record has them. */
const LEADING_TAGS = ['Event', 'Date', 'Black', 'White'] as const
const TIME_TAG = 'TimeControl'

const LINE_LENGTH = 80

/** The content of the `Termination` tag. */
export const TERMINATIONS: { readonly [K in EndingKind]: string } = {
  stuck: 'normal',
  resigned: 'resignation',
  agreed: 'agreement',
  timeout: 'time',
  abandoned: 'abandoned',
}

type TagEntry = readonly [name: string, value: string]

function tagsOf(record: GameRecord, result: string): readonly TagEntry[] {
  const given = Object.entries(record.tags)
  const placed: readonly string[] = [...LEADING_TAGS, TIME_TAG]
  const named = (name: string) => given.filter(([other]) => other === name)
  const { beginning, ending } = record
  const own: TagEntry[] = [
    beginning.kind === 'deal'
      ? ['Deal', formatDeal(beginning.deal)]
      : ['Position', formatPosition(beginning.position)],
    ['EndRule', record.endRule],
  ]
  if (record.compensation !== 0) own.push(['Compensation', compensationTag(record)])
  const closing: TagEntry[] = [['Result', result]]
  if (ending !== undefined && ending.kind !== 'stuck') closing.push(['Winner', ending.winner])
  closing.push(['Termination', ending === undefined ? 'unterminated' : TERMINATIONS[ending.kind]])
  return [
    ...LEADING_TAGS.flatMap(named),
    ...own,
    ...named(TIME_TAG),
    ...closing,
    ...given.filter(([name]) => !placed.includes(name)),
  ]
}

function compensationTag({ compensation }: GameRecord): string {
  if (!isCompensation(compensation)) throw new Error(`not a compensation: ${compensation}`)
  return String(compensation)
}

function formatTag([name, value]: TagEntry): string {
  if (!isTagName(name)) throw new Error(`not a tag name: ${name}`)
  if (!isTagValue(value)) throw new Error(`the tag ${name} has a line break or control character`)
  return `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`
}

function movetext(record: GameRecord): readonly string[] {
  const first = positionOf(record)
  return wordsOf(record, { first, firstPly: 0, firstTurn: first.turn, depth: 0 })
}

/**
 * Where a line begins: the position, the number of moves before it, and the number of lines around
 * it.
 */
interface Place {
  readonly first: Position
  readonly firstPly: number
  /** The side to move at the beginning of the game. */
  readonly firstTurn: Color
  readonly depth: number
}

function wordsOf(line: Line, place: Place): string[] {
  const { first, firstPly, firstTurn, depth } = place
  checkNotes(line, firstPly)
  const words = commentsAt(line, firstPly)
  let position = first
  for (const [index, move] of line.moves.entries()) {
    const ply = firstPly + index
    const played = tryPlay(position, move)
    if (!played.ok) throw new Error(`the record breaks at ply ${ply}`)
    const number = numberBefore(ply, firstTurn, index === 0)
    const text = formatMove(move)
    // A number and its move are one word, so that a line never ends between them.
    words.push(number === undefined ? text : `${number} ${text}`)
    words.push(...glyphsAt(line, ply + 1), ...commentsAt(line, ply + 1))
    for (const variation of line.variations) {
      if (variation.ply !== ply) continue
      words.push(
        ...variationOf(variation, { ...place, first: position, firstPly: ply, depth: depth + 1 }),
      )
    }
    position = played.value
  }
  return words
}

function variationOf(variation: Variation, place: Place): string[] {
  if (variation.moves.length === 0) throw new Error(`a variation at ply ${place.firstPly} is empty`)
  if (place.depth > DEEPEST_VARIATION) throw new Error('the variations lie too deep')
  const words = wordsOf(variation, place)
  return words.map(
    (word, index) => `${index === 0 ? '(' : ''}${word}${index === words.length - 1 ? ')' : ''}`,
  )
}

/** A note outside its line would be lost. */
function checkNotes({ moves, comments, glyphs, variations }: Line, firstPly: number): void {
  const last = firstPly + moves.length
  const isWithin = (from: number, to: number) => (note: { readonly ply: number }) =>
    note.ply >= from && note.ply <= to
  const isComplete =
    comments.every(isWithin(firstPly, last)) &&
    glyphs.every(isWithin(firstPly + 1, last)) &&
    variations.every(isWithin(firstPly, last - 1))
  if (!isComplete) throw new Error(`a note lies outside its line, which begins at ply ${firstPly}`)
}

function glyphsAt({ glyphs }: Line, ply: number): string[] {
  return glyphs
    .filter((glyph) => glyph.ply === ply)
    .map(({ code }) => {
      if (!isGlyphCode(code)) throw new Error(`not a glyph: ${code}`)
      return `$${code}`
    })
}

function commentsAt({ comments }: Line, ply: number): string[] {
  return comments
    .filter((comment) => comment.ply === ply)
    .map(({ text }) => {
      if (text.includes('}')) throw new Error(`a comment cannot contain }: ${text}`)
      const written = `{${withLineFeeds(text)}}`
      // Only a text with another brace can be taken for another game.
      if (text.includes('{') && splitGames(written).length > 1) {
        throw new Error(`a comment would be read as another game: ${text}`)
      }
      return written
    })
}

/** Fills lines with words. It never breaks a comment, so a long comment makes a long line. */
function wrap(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > LINE_LENGTH) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}
