import {
  formatRecord,
  type GameRecord,
  legalMoves,
  type Move,
  parseRecord,
  seededBytes,
} from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createGameStore } from './game-store.ts'
import { type LocalGame, livePosition, type NewGameTerms, newGame, withMove } from './local-game.ts'
import { ownSideIn } from './own-side.ts'
import { quickTerms, seatsAgainst } from './start-game.ts'

const terms = quickTerms({ randomBytes: seededBytes(1) }, 3)

/** A game of a few moves. */
function played(given: NewGameTerms): LocalGame {
  let game = newGame('game', given, 0)
  for (let n = 0; n < 4; n++) {
    const [move]: readonly Move[] = legalMoves(livePosition(game))
    const next: LocalGame | undefined = move && withMove(game, move, 0)
    if (next === undefined) throw new Error('nobody can move')
    game = next
  }
  return game
}

/** A record after its way through an address. */
function sent(record: GameRecord): GameRecord {
  const read = parseRecord(formatRecord(record))
  if (!read.ok) throw new Error('a record cannot be read back')
  return read.value
}

function keeping(...games: readonly LocalGame[]) {
  const store = createGameStore(memoryStorage(), new EventTarget())
  for (const game of games) store.save(game, 0)
  return store
}

test.each(['black', 'white'] as const)(
  'our side of a game against the computer that is kept here is %s, as it was played',
  (own) => {
    const game = played({ ...terms, seats: seatsAgainst({ kind: 'computer', level: 3 }, own) })
    expect(ownSideIn(keeping(game), sent(game.record))).toBe(own)
  },
)

test('a record that is not of a game kept here is nobody’s', () => {
  const game = played(terms)
  expect(ownSideIn(keeping(), sent(game.record))).toBeUndefined()
  const shorter = { ...game.record, moves: game.record.moves.slice(1, 1) }
  expect(ownSideIn(keeping(game), shorter)).toBeUndefined()
})

test('in a game for two at one screen neither side is ours', () => {
  const friends = seatsAgainst({ kind: 'person', name: 'Anna' }, 'black')
  const game = played({ ...terms, seats: friends })
  expect(ownSideIn(keeping(game), sent(game.record))).toBeUndefined()
})
