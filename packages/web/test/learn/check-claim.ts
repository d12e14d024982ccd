import {
  type Color,
  destinations,
  formatSquare,
  hopFrom,
  isStuck,
  leader,
  type Move,
  missOf,
  movesOf,
  outcome,
  ownerOf,
  type Path,
  type Position,
  parseMove,
  parseSquare,
  pathsOf,
  pieceCount,
  pointsOf,
  type Square,
  type Stack,
  score,
  scoreParts,
  type Value,
} from '@hokito/rules'
import { type Claim, type Claims, type MissReason, reasonOf } from '../../src/models/learn/claim.ts'

/**
 * The false claims about a position, each with the truth; empty if all are true.
 * @throws Error when a claim names no square or no move
 */
export function errorsIn(claims: Claims, position: Position): readonly string[] {
  return Object.entries(claims).flatMap(([name, claim]) => {
    const said = JSON.stringify(claim.is)
    const truth = JSON.stringify(truthOf(claim, position) ?? null)
    return said === truth ? [] : [`${name} (${claim.kind}) is said to be ${said}, and is ${truth}`]
  })
}

// --- internal ---

/** What a claim would have to say; undefined if nothing would be true. */
function truthOf(claim: Claim, position: Position): Claim['is'] | undefined {
  switch (claim.kind) {
    case 'stands':
      return lettersOf(stackAt(position, claim.on))
    case 'marks':
      return stackAt(position, claim.on)?.top.value
    case 'height':
      return stackAt(position, claim.on)?.height
    case 'worth':
      return claim.on.reduce((sum, name) => sum + worthOf(stackAt(position, name)), 0)
    case 'score':
      return score(position)[claim.color]
    case 'leader':
      return leader(score(position))
    case 'dearest':
      return dearestOf(position, claim.color)
    case 'pieces':
      return countPieces(position, claim.color, claim.value)
    case 'turn':
      return position.turn
    case 'stuck':
      return isStuck(position, claim.color)
    case 'moves':
      return movesOf(position, claim.color).length
    case 'over':
      return outcome(position) !== undefined
    case 'landings':
      return destinations(position, squareOf(claim.from)).map(formatSquare).sort()
    case 'cannot':
      return missReasonOf(position, moveOf(claim.move))
    case 'way':
      return onlyPath(position, claim.move)?.map(({ direction }) => direction)
    case 'touched':
      return onlyPath(position, claim.move)
        ?.slice(0, -1)
        .map(({ to }) => formatSquare(to))
        .join(', ')
    case 'next': {
      const hop = hopFrom(position, squareOf(claim.from), claim.towards)
      return hop && formatSquare(hop.to)
    }
  }
}

function stackAt(position: Position, name: string): Stack | undefined {
  return position.board[squareOf(name)]
}

/** A stack as HFEN writes it. */
function lettersOf(stack: Stack | undefined): string | undefined {
  if (stack === undefined) return undefined
  const letter = 'abc'[stack.top.value - 1] ?? ''
  const top = ownerOf(stack) === 'black' ? letter : letter.toUpperCase()
  return stack.height === 1 ? top : `${top}${stack.height}`
}

function worthOf(stack: Stack | undefined): number {
  return stack === undefined ? 0 : pointsOf(stack)
}

/** The square that is worth most to a side; undefined if two are worth the same. */
function dearestOf(position: Position, color: Color): string | undefined {
  const [first, second] = scoreParts(position)[color]
  if (first === undefined || first.points === second?.points) return undefined
  return formatSquare(first.square)
}

function countPieces(position: Position, color?: Color, value?: Value): number {
  if (color === undefined && value === undefined) return pieceCount(position)
  return position.board
    .flatMap((stack) => stack?.pieces ?? [])
    .filter((piece) => color === undefined || piece?.color === color)
    .filter((piece) => value === undefined || piece?.value === value).length
}

function missReasonOf(position: Position, move: Move): MissReason | undefined {
  const miss = missOf(position, move)
  return miss && reasonOf(miss)
}

/** The path of a move that has only one. */
function onlyPath(position: Position, text: string): Path | undefined {
  const [path, another] = pathsOf(position, moveOf(text))
  return another === undefined ? path : undefined
}

function squareOf(name: string): Square {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`a claim names no square: ${name}`)
  return square.value
}

function moveOf(text: string): Move {
  const move = parseMove(text)
  if (!move.ok) throw new Error(`a claim names no move: ${text}`)
  return move.value
}
