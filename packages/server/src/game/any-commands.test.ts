import { formatLines, type PlayerId, recordOf } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ANNA,
  BERT,
  codeOf,
  commandId,
  PlayedGame,
  SECRET,
  TERMS,
} from '../../test/helpers/decisions.ts'
import { playerId } from '../../test/helpers/ids.ts'
import { DAYS, treeAt } from '../../test/helpers/lines.ts'
import { overdue } from './ending.ts'
import { restoreArrangements, restoreGame, restoreLines } from './game.ts'

const STRANGER = playerId('stranger')
const actions = fc.array(
  fc.record({
    player: fc.constantFrom(ANNA.id, BERT.id, BERT.id, ANNA.id, STRANGER),
    type: fc.constantFrom(
      ...(['move', 'move', 'move', 'move', 'move', 'share', 'resign', 'abort'] as const),
      ...(['draft', 'place', 'place'] as const),
      ...(['claim', 'offerDraw', 'offerTakeback', 'offerRematch', 'acceptOffer'] as const),
      ...(['acceptOffer', 'declineOffer', 'withdrawOffer', 'wait', 'again'] as const),
      ...(['setLines', 'setLines', 'setLines'] as const),
      ...(['divide', 'divide', 'choose', 'choose'] as const),
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
        fc.constantFrom(TERMS.setup, { kind: 'standard' } as const, { kind: 'placed' } as const),
        fc.constantFrom(TERMS.timeControl, DAYS.timeControl),
        fc.boolean(),
        (list, games, setup, timeControl, wantsDivision) => {
          const isRandom = setup.kind === 'standard'
          const isDivided = wantsDivision && games === 1 && setup.kind !== 'placed'
          const terms = { games, setup, timeControl, ...(isDivided && { isDivided }) }
          const played = new PlayedGame(terms)
          let last: { player: PlayerId; command: object } | undefined
          for (const { player, type, n, isStale } of list) {
            const { view, position } = played.game
            if (type === 'wait') {
              played.now += n * 30
              played.goneSince = n % 2 === 0 ? played.now - n * 100 : undefined
              played.take({ events: overdue(played.game, played.circumstances()) })
              continue
            }
            if (type === 'again') {
              if (last === undefined) continue
              const before = played.game
              played.ask(last.player, last.command)
              expect(played.game).toBe(before)
              continue
            }
            const moves = position === undefined ? [] : legalMoves(position)
            const command = {
              type,
              id: commandId(),
              ply: view.moves.length + (isStale && n % 5 === 0 ? 1 : 0),
              compensation: (n % 81) / 2,
              color: n % 2 === 0 ? 'black' : 'white',
              share: 'cd'.repeat(16),
              arrangement: type === 'draft' ? '1-2-3-1-2-3-1-2-3-' : '112233'.repeat(3),
              ...(type === 'setLines' && linesBy(played, n)),
              offer: view.offers[n % Math.max(1, view.offers.length)]?.id ?? n + 1,
              ...(moves[n % Math.max(1, moves.length)] ?? { from: n % 36, to: 0 }),
            }
            const before = played.game
            const decision = played.ask(player, command)
            if (decision.kind === 'accepted') last = { player, command }
            else if (decision.kind !== 'expired') expect(played.game).toBe(before)
            if (player === STRANGER) expect(codeOf(decision)).toBe('notSeated')
            checkWhole(played)
          }
          const { secret, arrangements, lines } = played.game
          const events = restoreGame(played.stored, SECRET)
          const restored = events.ok ? restoreArrangements(events.value, arrangements) : events
          const whole = restored.ok ? restoreLines(restored.value, lines) : restored
          expect(whole).toEqual({ ok: true, value: { ...played.game, secret: SECRET } })
          expect(secret === SECRET || !isRandom).toBe(true)
        },
      ),
      { seed: 11, numRuns: 200 },
    )
  })
})

/**
 * Conditional lines: playable ones, none, or, in one case of seven, ones older than those already
 * set.
 */
function linesBy({ game }: PlayedGame, n: number): { lines: string; order: number } {
  const { position, lines, view } = game
  const waiting = view.moves.length % 2 === 0 ? 'white' : 'black'
  const latest = lines[waiting]?.order ?? 0
  const draw = (count: number) => n % count
  const tree = position === undefined || n % 5 === 0 ? [] : treeAt(position, draw, 3)
  return { lines: formatLines(tree), order: n % 7 === 0 ? latest : latest + 1 }
}

function checkWhole({ game, stored }: PlayedGame): void {
  const { view, lines } = game
  expect(view.version).toBe(stored.length)
  if (view.division !== undefined && view.division.stage !== 'chosen') {
    expect(view.moves).toEqual([])
    expect(['aborted', undefined]).toContain(view.ending?.kind)
  }
  // Both still sit, and the player who sat as Black at first names the points.
  expect([view.seats.black.name, view.seats.white.name].sort()).toEqual(['Anna', 'Bert'])
  if (view.division !== undefined) expect(view.seats[view.division.by].name).toBe('Anna')
  expect(view.clock.remainingMs.black).toBeGreaterThanOrEqual(0)
  expect(view.clock.remainingMs.white).toBeGreaterThanOrEqual(0)
  const kinds = view.offers.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  if (view.ending !== undefined) {
    expect(kinds.every((kind) => kind === 'rematch')).toBe(true)
    expect(view.clock.isRunning).toBe(false)
  }
  for (const own of Object.values(lines)) {
    expect(own.set === undefined || own.set.ply === view.moves.length).toBe(true)
  }
  if (view.deal === undefined) return
  expect(view.clockAtPly).toHaveLength(view.moves.length + 1)
  expect(recordOf(game.view)?.moves).toEqual(view.moves)
}
