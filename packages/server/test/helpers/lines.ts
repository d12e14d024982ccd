import {
  type CommandReply,
  type Condition,
  conditionFor,
  formatLines,
  type GameId,
} from '@hokito/protocol'
import { legalMoves, type Move, type Position, play } from '@hokito/rules'
import { expect } from 'vitest'
import type { Page } from './page.ts'

/** Terms of games in which lines can be set. */
export const DAYS = { timeControl: { kind: 'correspondence', daysPerMove: 2 } } as const

/** A possible move, the reply to it, and another move and reply after those. */
export function foreseen(page: Page, game: GameId, n = 0): readonly [Move, Move, Move, Move] {
  const moves: Move[] = []
  let position = page.position(game)
  while (moves.length < 4) {
    const all = legalMoves(position)
    const move = all[n % all.length] ?? expect.fail('nobody can move any more')
    moves.push(move)
    position = play(position, move)
  }
  return moves as [Move, Move, Move, Move]
}

/** The same as lines. */
export function linesFrom([move, reply, second, answer]: readonly [
  Move,
  Move,
  Move,
  Move,
]): string {
  const conditions: readonly Condition[] = [
    { after: undefined, move, reply },
    { after: 0, move: second, reply: answer },
  ]
  return formatLines(conditions)
}

/** Sets lines, later than all others in this run. */
export function setLines(page: Page, game: GameId, lines: string): Promise<CommandReply> {
  return page.command(game, 'setLines', { lines, order: ++latest })
}

let latest = 0

/** A page's own lines, without their order. */
export async function ownLines(page: Page, game: GameId) {
  const reply = await page.send({ type: 'seeLines', game })
  if (!reply.ok) return expect.fail(reply.refusal.code)
  const { ok: _, order: __, ...own } = reply
  return own
}

/**
 * Everything that a page's socket receives from now on, packet by packet, except lag measurements.
 */
export function wireOf(page: Page): readonly string[] {
  const packets: string[] = []
  page.socket.io.engine.on('packet', ({ type, data }) => {
    const text = String(data ?? '')
    if (type === 'message' && !text.includes('"lag"')) packets.push(text)
  })
  return packets
}

/** A number below a bound. */
export type Draw = (count: number) => number

/** A random tree of replies to possible moves at a position, some of them deep. */
export function treeAt(position: Position, draw: Draw, most: number): readonly Condition[] {
  const conditions: Condition[] = []
  const boards: Position[] = []
  for (let tried = 0; tried < most; tried++) {
    const from = draw(conditions.length + 1)
    const after = from === conditions.length ? undefined : from
    const board = after === undefined ? position : (boards[after] ?? position)
    const move = drawn(legalMoves(board), draw)
    const reply = move && drawn(legalMoves(play(board, move)), draw)
    if (move === undefined || reply === undefined) continue
    if (conditionFor(conditions, after, move) !== undefined) continue
    conditions.push({ after, move, reply })
    boards.push(play(play(board, move), reply))
  }
  return conditions
}

/** A random item of a list; undefined if it is empty. */
export function drawn<T>(list: readonly T[], draw: Draw): T | undefined {
  return list[draw(Math.max(1, list.length))]
}
