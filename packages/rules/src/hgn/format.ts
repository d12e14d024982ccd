import { formatDeal } from '../deal.ts'
import { formatMove, formatPosition, numberBefore } from '../notation.ts'
import { type EndingKind, finalPosition, type GameRecord, positionOf } from '../record.ts'
import { score } from '../score.ts'
import { isTagName, isTagValue } from './tokens.ts'

/**
 * Writes a record as HGN, with a line break at the end. Games in one file are joined by a blank line.
 * @throws Error when the moves are not a game, a comment contains `}`, or a tag cannot be written:
 *   a record that came from {@link parseRecord} or was played by the rules never does.
 */
export function formatRecord(record: GameRecord): string {
  const final = finalPosition(record)
  if (!final.ok) throw new Error(`the record breaks at ply ${final.error.ply}`)
  const points = score(final.value)
  const result = record.ending === undefined ? '*' : `${points.black}-${points.white}`
  const tags = tagsOf(record, result).map(formatTag)
  return `${tags.join('\n')}\n\n${wrap([...movetext(record), result])}\n`
}

/** A day as the tag `Date` has it, such as `2026.03.31`, in universal time. */
export function formatDate(at: Date): string {
  return at.toISOString().slice(0, 10).replaceAll('-', '.')
}

// --- internal ---

/** Tags that stand before and after our own ones when a record has them. */
const LEADING_TAGS = ['Event', 'Date', 'Black', 'White'] as const
const TIME_TAG = 'TimeControl'

const LINE_LENGTH = 80

const TERMINATIONS: { readonly [K in EndingKind]: string } = {
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

function formatTag([name, value]: TagEntry): string {
  if (!isTagName(name)) throw new Error(`not a tag name: ${name}`)
  if (!isTagValue(value)) throw new Error(`the tag ${name} has a line break or control character`)
  return `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`
}

function movetext(record: GameRecord): readonly string[] {
  const { turn } = positionOf(record.beginning, record.endRule)
  const words = commentsAt(record, 0)
  for (const [ply, move] of record.moves.entries()) {
    const number = numberBefore(ply, turn)
    const text = formatMove(move)
    // One word together, so that a line never ends with a number whose move is on the next.
    words.push(number === undefined ? text : `${number} ${text}`, ...commentsAt(record, ply + 1))
  }
  return words
}

function commentsAt(record: GameRecord, ply: number): string[] {
  return record.comments
    .filter((comment) => comment.ply === ply)
    .map(({ text }) => {
      if (text.includes('}')) throw new Error(`a comment cannot contain }: ${text}`)
      return `{${text}}`
    })
}

/** Fills lines with words; comments are kept whole, so a long one makes a long line. */
function wrap(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > LINE_LENGTH) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}
