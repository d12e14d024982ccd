import { recordOf } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ANNA,
  BERT,
  codeOf,
  commandId,
  SECRET,
  Table,
  TERMS,
} from '../../test/helpers/decisions.ts'
import { overdue } from './ending.ts'
import { restoreGame } from './game.ts'

const actions = fc.array(
  fc.record({
    player: fc.constantFrom(ANNA.id, BERT.id, BERT.id, ANNA.id, 'strang000000'),
    type: fc.constantFrom(
      ...(['move', 'move', 'move', 'move', 'move', 'share', 'resign', 'abort'] as const),
      ...(['claim', 'offerDraw', 'offerTakeback', 'offerRematch', 'acceptOffer'] as const),
      ...(['acceptOffer', 'declineOffer', 'withdrawOffer', 'wait', 'again'] as const),
    ),
    n: fc.nat(1000),
    isStale: fc.boolean(),
  }),
  { maxLength: 120 },
)

describe('any commands by anyone in any order', () => {
  test('keep a game whole, and its stored events are the game', () => {
    fc.assert(
      fc.property(
        actions,
        fc.constantFrom(1 as const, 2 as const),
        fc.boolean(),
        (list, games, isRandom) => {
          const setup = isRandom ? ({ kind: 'standard' } as const) : TERMS.setup
          const table = new Table({ games, setup })
          let last: { player: string; command: object } | undefined
          for (const { player, type, n, isStale } of list) {
            const { view, position } = table.game
            if (type === 'wait') {
              table.now += n * 30
              table.goneSince = n % 2 === 0 ? table.now - n * 100 : undefined
              table.take({ events: overdue(table.game, table.circumstances()) })
              continue
            }
            if (type === 'again') {
              if (last === undefined) continue
              const before = table.game
              table.ask(last.player, last.command)
              expect(table.game).toBe(before)
              continue
            }
            const moves = position === undefined ? [] : legalMoves(position)
            const command = {
              type,
              id: commandId(),
              ply: view.moves.length + (isStale && n % 5 === 0 ? 1 : 0),
              share: 'cd'.repeat(16),
              offer: view.offers[n % Math.max(1, view.offers.length)]?.id ?? n + 1,
              ...(moves[n % Math.max(1, moves.length)] ?? { from: n % 36, to: 0 }),
            }
            const before = table.game
            const decision = table.ask(player, command)
            if (decision.refusal === undefined) last = { player, command }
            else if (decision.events.length === 0) expect(table.game).toBe(before)
            if (player === 'strang000000') expect(codeOf(decision)).toBe('notSeated')
            checkWhole(table)
          }
          const restored = restoreGame(table.stored, SECRET)
          const { secret } = table.game
          expect(restored).toEqual({ ok: true, value: { ...table.game, secret: SECRET } })
          expect(secret === SECRET || !isRandom).toBe(true)
        },
      ),
      { seed: 11, numRuns: 200 },
    )
  })
})

function checkWhole({ game, stored }: Table): void {
  const { view } = game
  expect(view.version).toBe(stored.length)
  expect(view.clock.remainingMs.black).toBeGreaterThanOrEqual(0)
  expect(view.clock.remainingMs.white).toBeGreaterThanOrEqual(0)
  const kinds = view.offers.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  if (view.ending !== undefined) {
    expect(kinds.every((kind) => kind === 'rematch')).toBe(true)
    expect(view.clock.isRunning).toBe(false)
  }
  if (view.deal === undefined) return
  expect(view.clockAtPly).toHaveLength(view.moves.length + 1)
  expect(recordOf(game.view)?.moves).toEqual(view.moves)
}
