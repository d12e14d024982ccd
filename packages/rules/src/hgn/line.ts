import { numberBefore, parseMove } from '../notation.ts'
import { tryPlay } from '../play.ts'
import type { Position } from '../position.ts'
import type { Comment, Glyph, Line, Variation } from '../record.ts'
import { err, ok, type Result } from '../result.ts'
import type { Color, Move } from '../types.ts'
import { errorAt, type GameError, type HgnErrorCode } from './error.ts'
import { glyphOf, isGlyphText, splitGlyph } from './glyphs.ts'
import type { Token } from './tokens.ts'

/** Deepest nesting of variations. */
export const DEEPEST_VARIATION = 64

/** Is this a result, such as `57-43` or `*`? */
export function isResult(text: string): boolean {
  return RESULT.test(text)
}

/** The moves of a game, the notes on them, the final position, and the result after them. */
export interface ReadGame extends Line {
  readonly position: Position
  readonly result: Token
}

/** Reads all words after the tags. `end` is the offset of the end of the text. */
export function readGame(
  words: readonly Token[],
  first: Position,
  end: number,
): Result<ReadGame, GameError> {
  const reading: Reading = { words, firstTurn: first.turn, next: 0 }
  const line = readLine(reading, first, 0, 0)
  if (!line.ok) return line
  const { closing, ...main } = line.value
  if (closing === undefined) return err({ code: 'missingResult', offset: end })
  const comments = [...main.comments]
  for (const token of words.slice(reading.next)) {
    if (token.kind !== 'comment') return err(errorAtWord('textAfterResult', token))
    comments.push({ ply: main.moves.length, text: token.text })
  }
  return ok({ ...main, comments, result: closing })
}

/** An error at a word. */
export function errorAtWord(code: HgnErrorCode, { offset, text }: Token): GameError {
  return errorAt(code, offset, text)
}

// --- internal ---

const RESULT = /^(?:\*|(?:0|[1-9]\d{0,3})-(?:0|[1-9]\d{0,3}))$/

/** How far the words of a game have been read. */
interface Reading {
  readonly words: readonly Token[]
  readonly firstTurn: Color
  next: number
}

/**
 * A line, the position after it, and the word that closes it: a result, or the parenthesis of a
 * variation.
 */
interface ClosedLine extends Line {
  readonly position: Position
  readonly closing: Token | undefined
}

/**
 * Reads from `reading.next`. `first` is the position after `firstPly` moves, and `depth` lines
 * enclose this one.
 */
function readLine(
  reading: Reading,
  first: Position,
  firstPly: number,
  depth: number,
): Result<ClosedLine, GameError> {
  const moves: Move[] = []
  const comments: Comment[] = []
  const glyphs: Glyph[] = []
  const variations: Variation[] = []
  let before: Position | undefined
  let position = first
  let number = numberBefore(firstPly, reading.firstTurn, true)
  const lineTo = (closing: Token | undefined) =>
    ok({ moves, comments, glyphs, variations, position, closing })
  for (;;) {
    const token = reading.words[reading.next++]
    if (token === undefined) return lineTo(undefined)
    const ply = firstPly + moves.length
    if (token.kind === 'comment') {
      comments.push({ ply, text: token.text })
    } else if (token.kind === 'open') {
      const variation = readVariation(reading, token, before, ply - 1, depth + 1)
      if (!variation.ok) return variation
      variations.push(variation.value)
    } else if (token.kind === 'close') {
      if (depth === 0) return err(errorAtWord('strayParenthesis', token))
      return moves.length === 0 ? err(errorAtWord('emptyVariation', token)) : lineTo(token)
    } else if (isResult(token.text)) {
      if (depth === 0) return lineTo(token)
      // After the last parenthesis, the result belongs to the game, and the variation was never
      // closed.
      return reading.words.slice(reading.next).some(({ kind }) => kind === 'close')
        ? err(errorAtWord('resultInVariation', token))
        : lineTo(undefined)
    } else if (isGlyphText(token.text)) {
      const code = glyphOf(token.text)
      if (code === undefined) return err(errorAtWord('badGlyph', token))
      if (before === undefined) return err(errorAtWord('strayGlyph', token))
      glyphs.push({ ply, code })
    } else if (number !== undefined) {
      if (token.text !== number) {
        return err({ ...errorAtWord('badMoveNumber', token), expected: number, ply: ply + 1 })
      }
      number = undefined
    } else {
      const { text, code } = splitGlyph(token.text)
      const played = readMove({ ...token, text }, position, ply + 1)
      if (!played.ok) return played
      moves.push(played.value.move)
      if (code !== undefined) glyphs.push({ ply: ply + 1, code })
      before = position
      position = played.value.position
      number = numberBefore(ply + 1, reading.firstTurn, false)
    }
  }
}

/** Reads the words after the parenthesis `open`, up to the one that closes it. */
function readVariation(
  reading: Reading,
  open: Token,
  first: Position | undefined,
  ply: number,
  depth: number,
): Result<Variation, GameError> {
  if (first === undefined) return err(errorAtWord('strayVariation', open))
  if (depth > DEEPEST_VARIATION) return err(errorAtWord('variationTooDeep', open))
  const line = readLine(reading, first, ply, depth)
  if (!line.ok) return line
  const { closing, moves, comments, glyphs, variations } = line.value
  if (closing === undefined) return err(errorAtWord('unclosedVariation', open))
  return ok({ ply, moves, comments, glyphs, variations })
}

function readMove(
  token: Token,
  position: Position,
  ply: number,
): Result<{ readonly move: Move; readonly position: Position }, GameError> {
  const move = parseMove(token.text)
  if (!move.ok) return err({ ...errorAtWord('badMove', token), ply })
  const played = tryPlay(position, move.value)
  if (!played.ok) return err({ ...errorAtWord('illegalMove', token), ply, reason: played.error })
  return ok({ move: move.value, position: played.value })
}
