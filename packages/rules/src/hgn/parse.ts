import { parseCompensation } from '../compensation.ts'
import { parseDeal } from '../deal.ts'
import { parsePosition } from '../notation.ts'
import { outcome } from '../outcome.ts'
import {
  type Beginning,
  ENDING_KINDS,
  type Ending,
  type EndingKind,
  type GameRecord,
  positionOf,
} from '../record.ts'
import { err, ok, type Result } from '../result.ts'
import { score } from '../score.ts'
import { END_RULES, type EndRule } from '../types.ts'
import { errorAt, type GameError, type HgnError, type HgnErrorCode } from './error.ts'
import { TERMINATIONS } from './format.ts'
import { errorAtWord, isResult, type ReadGame, readGame } from './line.ts'
import { GameSplitter, type RawGame, splitGames } from './split.ts'
import { type Tag, type Token, tokenize } from './tokens.ts'

/** Parses a text that contains exactly one game. */
export function parseRecord(text: string): Result<GameRecord, HgnError> {
  const [first, second] = splitGames(text)
  if (first === undefined) return err({ code: 'noGame', game: 1, line: 1, column: 1 })
  const parsed = parseRaw(first)
  if (!parsed.ok || second === undefined) return parsed
  const { text: rest, game, line, column } = second
  // A game has a tag, and other text has no brackets.
  if (rest.includes('[')) return err({ code: 'severalGames', game, line, column })
  return err({ code: 'textAfterResult', game: first.game, line, column })
}

/** Parses a text of any number of games. A broken game does not affect the others. */
export function parseRecords(text: string): readonly Result<GameRecord, HgnError>[] {
  return splitGames(text).map(parseRaw)
}

/**
 * Parses games from a stream of text as they arrive. It keeps only a few in memory, so that a file
 * can have any length. The result does not depend on how the text is cut into pieces.
 */
export async function* readRecords(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Result<GameRecord, HgnError>, void, undefined> {
  const splitter = new GameSplitter()
  for await (const piece of pieces) {
    for (const raw of splitter.push(piece)) yield parseRaw(raw)
  }
  for (const raw of splitter.end()) yield parseRaw(raw)
}

// --- internal ---

/** Tags whose content the record stores in other fields. All other tags are kept as they are. */
const OWN_TAGS: ReadonlySet<string> = new Set([
  'Deal',
  'Position',
  'EndRule',
  'Compensation',
  'Result',
  'Winner',
  'Termination',
])

const ENDINGS: ReadonlyMap<string, EndingKind | undefined> = new Map([
  ...ENDING_KINDS.map((kind) => [TERMINATIONS[kind], kind] as const),
  ['unterminated', undefined],
])

type TagMap = ReadonlyMap<string, Tag>

function parseRaw(raw: RawGame): Result<GameRecord, HgnError> {
  const { game, text, isTooLong } = raw
  const parsed = isTooLong ? err({ code: 'gameTooLong' as const, offset: 0 }) : parseGame(text)
  if (parsed.ok) return parsed
  const { offset, ...error } = parsed.error
  const before = text.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + (before.length === 1 ? raw.column : 1)
  return err({ ...error, game, line: raw.line + before.length - 1, column })
}

function parseGame(text: string): Result<GameRecord, GameError> {
  const tokens = tokenize(text)
  if (!tokens.ok) return tokens
  const tags = indexTags(tokens.value.tags)
  if (!tags.ok) return tags
  const endRule = readEndRule(tags.value)
  if (!endRule.ok) return endRule
  const compensation = readCompensation(tags.value)
  if (!compensation.ok) return compensation
  const beginning = readBeginning(tags.value, endRule.value)
  if (!beginning.ok) return beginning
  const start = {
    beginning: beginning.value,
    endRule: endRule.value,
    compensation: compensation.value,
  }
  const played = readGame(tokens.value.words, positionOf(start), text.length)
  if (!played.ok) return played
  const ending = readEnding(tags.value, played.value)
  if (!ending.ok) return ending
  const { moves, comments, glyphs, variations } = played.value
  const others = tokens.value.tags.filter(({ name }) => !OWN_TAGS.has(name))
  return ok({
    ...start,
    moves,
    comments,
    glyphs,
    variations,
    tags: Object.fromEntries(others.map(({ name, value }) => [name, value])),
    ending: ending.value,
  })
}

function indexTags(tags: readonly Tag[]): Result<TagMap, GameError> {
  const byName = new Map<string, Tag>()
  for (const tag of tags) {
    if (byName.has(tag.name)) {
      return err({ code: 'duplicateTag', offset: tag.offset, found: tag.name })
    }
    byName.set(tag.name, tag)
  }
  return ok(byName)
}

function readEndRule(tags: TagMap): Result<EndRule, GameError> {
  const tag = tags.get('EndRule')
  if (tag === undefined) return ok('either')
  const endRule = END_RULES.find((rule) => rule === tag.value)
  return endRule === undefined ? err(errorAtTag('badEndRule', tag)) : ok(endRule)
}

/** A record without the tag is a game without compensation, and none has the tag with a 0. */
function readCompensation(tags: TagMap): Result<number, GameError> {
  const tag = tags.get('Compensation')
  if (tag === undefined) return ok(0)
  const points = parseCompensation(tag.value)
  return points.ok && points.value > 0 ? points : err(errorAtTag('badCompensation', tag))
}

function readBeginning(tags: TagMap, endRule: EndRule): Result<Beginning, GameError> {
  const deal = tags.get('Deal')
  const position = tags.get('Position')
  if (deal !== undefined && position !== undefined)
    return err(errorAtTag('twoBeginnings', position))
  if (deal !== undefined) {
    const parsed = parseDeal(deal.value)
    if (parsed.ok) return ok({ kind: 'deal', deal: parsed.value })
    return err({ ...errorAtTag('badDeal', deal), reason: parsed.error.code })
  }
  if (position === undefined) return err({ code: 'missingBeginning', offset: 0 })
  const parsed = parsePosition(position.value, endRule)
  if (parsed.ok) return ok({ kind: 'position', position: parsed.value })
  return err({ ...errorAtTag('badPosition', position), reason: parsed.error.code })
}

function readEnding(tags: TagMap, played: ReadGame): Result<Ending | undefined, GameError> {
  const { result, position } = played
  const resultTag = tags.get('Result')
  if (resultTag !== undefined && resultTag.value !== result.text) {
    const code = isResult(resultTag.value) ? 'resultMismatch' : 'badResult'
    return err({ ...errorAtTag(code, resultTag), expected: result.text })
  }
  const points = score(position)
  const expected = `${points.black}-${points.white}`
  if (result.text !== '*' && result.text !== expected) {
    return err({ ...errorAtWord('scoreMismatch', result), expected })
  }
  const termination = readTermination(tags, result)
  if (!termination.ok) return termination
  return readWinner(tags, played, termination.value)
}

function readTermination(tags: TagMap, result: Token): Result<EndingKind | undefined, GameError> {
  const tag = tags.get('Termination')
  if (tag === undefined) return ok(result.text === '*' ? undefined : 'stuck')
  if (!ENDINGS.has(tag.value)) return err(errorAtTag('badTermination', tag))
  const kind = ENDINGS.get(tag.value)
  if ((kind === undefined) !== (result.text === '*')) {
    return err({
      ...errorAtTag('badTermination', tag),
      expected: kind === undefined ? '*' : 'score',
    })
  }
  return ok(kind)
}

function readWinner(
  tags: TagMap,
  { position, result }: ReadGame,
  kind: EndingKind | undefined,
): Result<Ending | undefined, GameError> {
  const tag = tags.get('Winner')
  const over = outcome(position)
  if (kind === 'stuck') {
    if (over === undefined) return err(errorAtWord('gameNotOver', result))
    if (tag !== undefined && tag.value !== over.winner) {
      return err({ ...errorAtTag('badWinner', tag), expected: over.winner })
    }
    return ok({ kind, winner: over.winner })
  }
  if (over !== undefined) return err(errorAtWord('gameAlreadyOver', result))
  if (kind === undefined)
    return tag === undefined ? ok(undefined) : err(errorAtTag('needlessWinner', tag))
  if (tag === undefined) return err({ code: 'missingWinner', offset: 0 })
  const winner = WINNERS.find((candidate) => candidate === tag.value)
  const isPossible =
    winner !== undefined && ALLOWED_WINNERS[kind].some((candidate) => candidate === winner)
  return isPossible ? ok({ kind, winner }) : err(errorAtTag('badWinner', tag))
}

const WINNERS = ['black', 'white', 'draw'] as const

/**
 * A resignation always has a winner and an agreement never. A timeout or an absence may have
 * either.
 */
const ALLOWED_WINNERS: { readonly [K in Exclude<EndingKind, 'stuck'>]: readonly string[] } = {
  resigned: ['black', 'white'],
  agreed: ['draw'],
  timeout: WINNERS,
  abandoned: WINNERS,
}

function errorAtTag(code: HgnErrorCode, { offset, value }: Tag): GameError {
  return errorAt(code, offset, value)
}
