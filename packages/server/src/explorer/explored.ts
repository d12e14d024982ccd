import { EXPLORED_PLIES, EXPLORER_STEP, type ExplorerTopic, isLateLoss } from '@hokito/protocol'
import {
  formatPosition,
  legalMoves,
  type Move,
  opposite,
  ownerOf,
  type Position,
  parseDeal,
  play,
  score,
  start,
} from '@hokito/rules'
import { fold } from '../game/fold.ts'
import type { Game } from '../game/game.ts'
import type { ExploredGamesTable } from '../store/explorer-tables.ts'

/** The explorer's data about a finished game. */
export interface Explored {
  readonly row: Omit<ExploredGamesTable, 'isShared'>
  /** The game's contribution to the counts over all games. */
  readonly counts: readonly Counted[]
  /** The first moves, under folded names; computed only if another game began in the same way. */
  readonly firstMoves: () => readonly { readonly position: string; readonly move: string }[]
}

/** One value of a topic in a game, with the number measured for it. */
export interface Counted {
  readonly topic: ExplorerTopic
  readonly value: string
  readonly total: number
}

/**
 * The explorer's data about a game; undefined if the explorer does not show it. That is so for
 * games that are not over, were called off or lost before they began, or were not listed, as those
 * belong to people with the link, nor for games with compensation.
 */
export function exploredOf({ view }: Game, key: number): Explored | undefined {
  const { ending, endedAt, isListed, moves, terms, seats } = view
  const deal = parseDeal(view.deal ?? '')
  if (ending === undefined || endedAt === undefined || isListed !== true || !deal.ok)
    return undefined
  if (ending.kind === 'aborted' || ending.winner === 'nobody') return undefined
  if (isLateLoss(ending, moves.length)) return undefined
  // With compensation, play is for other margins, and other sides win.
  if (terms.compensation !== undefined) return undefined
  const positions = positionsOf(start(deal.value, terms.endRule), moves)
  const last = positions.at(-1) ?? positions[0]
  const margin = marginOf(last)
  return {
    row: {
      game: key,
      black: seats.black.id,
      white: seats.white.id,
      winner: ending.winner,
      ending: ending.kind,
      endRule: terms.endRule,
      deal: fold(positions[0]).position,
      plies: moves.length,
      margin,
      lastPosition: formatPosition(last),
      endedAt,
    },
    counts: [
      { topic: 'all', value: '', total: margin },
      { topic: 'endRule', value: terms.endRule, total: margin },
      { topic: 'ending', value: ending.kind, total: margin },
      { topic: 'setup', value: terms.setup.kind, total: margin },
      { topic: 'plies', value: String(moves.length), total: margin },
      { topic: 'margin', value: stepOf(margin), total: margin },
      ...countsOfDeal(positions[0], margin),
      ...countsByPly(positions, moves),
    ],
    firstMoves: () => firstMovesOf(positions, moves),
  }
}

// --- internal ---

type Positions = readonly [Position, ...Position[]]

/** Reading the game has checked the moves already. */
function positionsOf(first: Position, moves: readonly Move[]): Positions {
  const positions: [Position, ...Position[]] = [first]
  let position = first
  for (const move of moves) {
    position = play(position, move)
    positions.push(position)
  }
  return positions
}

function marginOf(position: Position): number {
  const { black, white } = score(position)
  return black - white
}

/** The lower bound of the step that contains a number. */
function stepOf(number: number): string {
  return String(Math.floor(number / EXPLORER_STEP) * EXPLORER_STEP)
}

function countsOfDeal(first: Position, margin: number): readonly Counted[] {
  const own = choicesAt(first)
  const theirs = choicesAt({ ...first, turn: opposite(first.turn) })
  return [
    { topic: 'firstChoices', value: stepOf(own), total: margin },
    { topic: 'firstLead', value: stepOf(own - theirs), total: margin },
  ]
}

function countsByPly(positions: Positions, moves: readonly Move[]): readonly Counted[] {
  return positions.flatMap((position, ply): Counted[] => {
    const value = String(ply)
    const standing: Counted = { topic: 'standing', value, total: marginOf(position) }
    const move = moves[ply]
    if (move === undefined) return [standing]
    return [
      standing,
      { topic: 'choices', value, total: choicesAt(position) },
      { topic: 'covers', value, total: coversOther(position, move) ? 1 : 0 },
    ]
  })
}

function choicesAt(position: Position): number {
  return legalMoves(position).length
}

function coversOther({ board, turn }: Position, { to }: Move): boolean {
  const below = board[to]
  return below !== undefined && ownerOf(below) !== turn
}

function firstMovesOf(
  positions: Positions,
  moves: readonly Move[],
): ReturnType<Explored['firstMoves']> {
  return moves.slice(0, EXPLORED_PLIES).flatMap((move, ply) => {
    const position = positions[ply]
    if (position === undefined) return []
    const folded = fold(position)
    return [{ position: folded.position, move: folded.nameOf(move) }]
  })
}
