import type { GameSummary } from '@hokito/protocol'
import { legalMoves, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { gameId } from '../../../../server/test/helpers/ids.ts'
import { onlineGame, US } from '../../../test/helpers/online-games.ts'
import {
  type LocalGame,
  livePosition,
  newGame,
  withMove,
  withResignation,
} from '../local/local-game.ts'
import { quickTerms } from '../local/start-game.ts'
import { hasBoard, listGames } from './all-games.ts'

function over(id: string, since: number): GameSummary {
  return onlineGame(id, { since, ending: { kind: 'resigned', winner: 'black' } })
}

function freshGame(id: string, updatedAt: number): LocalGame {
  return newGame(id, quickTerms({ randomBytes: seededBytes(1) }, 3), updatedAt)
}

function localGame(id: string, updatedAt: number): LocalGame {
  const fresh = freshGame(id, updatedAt)
  const [move] = legalMoves(livePosition(fresh))
  const played = move && withMove(fresh, move, 0)
  if (played === undefined) throw new Error('a new game has no move')
  return played
}

const NONE = { local: [], running: [], finished: [], hasMore: false, player: US.id }
const ids = (games: readonly { readonly game: { readonly id: string } }[]) =>
  games.map(({ game }) => game.id)

test('opponents who wait for us come first, then games that can wait, then opponents who think', () => {
  const { running } = listGames({
    ...NONE,
    local: [localGame('here', 9), localGame('here, older', 1)],
    running: [onlineGame('theirs', { ply: 1, since: 8 }), onlineGame('ours', { since: 2 })],
  })
  expect(ids(running)).toEqual([gameId('ours'), 'here', 'here, older', gameId('theirs')])
})

test('a game in which nobody has made a move stands below all that were begun', () => {
  const { running } = listGames({
    ...NONE,
    local: [freshGame('fresh', 9), localGame('begun', 1)],
    running: [onlineGame('theirs', { ply: 1 })],
  })
  expect(ids(running)).toEqual(['begun', gameId('theirs'), 'fresh'])
})

test('a game that is not dealt yet waits for both', () => {
  const undealt = onlineGame('undealt', { ply: 1, isDealt: false })
  const { running } = listGames({ ...NONE, local: [localGame('here', 9)], running: [undealt] })
  expect(ids(running)).toEqual([gameId('undealt'), 'here'])
})

test('finished games are in the order in which they ended, wherever they are kept', () => {
  const local = [withResignation(localGame('here', 5), 'black')]
  const finished = [over('last', 7), over('first', 3)]
  expect(ids(listGames({ ...NONE, local, finished }).finished)).toEqual([
    gameId('last'),
    'here',
    gameId('first'),
  ])
})

test('what is older than the last page waits for the next one', () => {
  const local = [5, 1].map((at) => withResignation(localGame(`here ${at}`, at), 'black'))
  const shown = listGames({ ...NONE, local, finished: [over('there', 3)], hasMore: true })
  expect(ids(shown.finished)).toEqual(['here 5', gameId('there')])
})

test('a game that was called off before its pieces lay has no board to show', () => {
  const ending = { kind: 'aborted', winner: 'nobody' } as const
  const shows = [true, false].map((isDealt) => onlineGame('off', { ending, isDealt }))
  expect(shows.map((game) => hasBoard({ kind: 'online', game }))).toEqual([true, false])
  expect(hasBoard({ kind: 'local', game: freshGame('here', 1) })).toBe(true)
})
