import { gameIdSchema, type PlayerCard, type Terms } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { ANNA, BERT, PlayedGame } from '../../test/helpers/decisions.ts'
import { connectionIdSchema } from '../live/connection-id.ts'
import { LiveGame } from '../live/live-game.ts'
import { Homes, homeOf } from './homes.ts'

const DAYS: Partial<Terms> = { timeControl: { kind: 'correspondence', daysPerMove: 3 } }

test('both nodes choose the same home, and each of them for many games', () => {
  const ids = Array.from({ length: 200 }, (_, n) => gameIdSchema.parse(`${n * n}`.padEnd(12, 'g')))
  const homes = ids.map((id) => homeOf(id, 'a', 'b'))
  expect(ids.map((id) => homeOf(id, 'b', 'a'))).toEqual(homes)
  for (const node of ['a', 'b']) {
    expect(homes.filter((home) => home === node).length).toBeGreaterThan(ids.length / 4)
  }
})

test('of two players on two nodes, one is asked to move to the other', () => {
  const asked = askedIn(new PlayedGame())
  expect([
    ['b', undefined],
    [undefined, 'a'],
  ]).toContainEqual(asked)
})

test('nobody is asked to move when the game is over, or has days for each move', () => {
  const over = new PlayedGame().playTo(2)
  over.ask(ANNA.id, { type: 'resign' })
  expect(askedIn(over)).toEqual([undefined, undefined])
  expect(askedIn(new PlayedGame(DAYS))).toEqual([undefined, undefined])
})

test('nobody is asked to move while a node has no name, or both have the same', () => {
  expect(askedIn(new PlayedGame(), [undefined, 'b'])).toEqual([undefined, undefined])
  expect(askedIn(new PlayedGame(), ['a', 'a'])).toEqual([undefined, undefined])
})

test('nobody is asked to move once a player is on both nodes, or on a third', () => {
  for (const seats of [
    { here: [ANNA, BERT], there: [BERT] },
    { here: [ANNA], there: [BERT, ANNA] },
    { here: [ANNA], there: [BERT], third: [BERT] },
    { here: [ANNA], there: [] },
    { here: [], there: [ANNA, BERT] },
  ]) {
    const live = liveOf(new PlayedGame(), seats)
    expect(homesOf('a', 'b').of(live)).toBe(undefined)
    expect(homesOf('b', 'a').of(live)).toBe(undefined)
  }
})

// --- internal ---

interface Seats {
  readonly here: readonly Pick<PlayerCard, 'id'>[]
  readonly there: readonly Pick<PlayerCard, 'id'>[]
  readonly third?: readonly Pick<PlayerCard, 'id'>[]
}

type Names = readonly [string | undefined, string | undefined]

/** Where Anna on node `one` and Bert on node `other` are asked to go. */
function askedIn(played: PlayedGame, [one, other]: Names = ['a', 'b']) {
  return [
    homesOf(one, other).of(liveOf(played, { here: [ANNA], there: [BERT] })),
    homesOf(other, one).of(liveOf(played, { here: [BERT], there: [ANNA] })),
  ]
}

function homesOf(own: string | undefined, other: string | undefined): Homes {
  const homes = new Homes(own)
  if (other !== undefined) homes.hear('there', other)
  return homes
}

function liveOf({ game }: PlayedGame, { here, there, third = [] }: Seats): LiveGame {
  const live = new LiveGame(1, game, 0, { sureSince: 0 })
  for (const { id } of here) live.join(connectionIdSchema.parse(`page-of-${id}`), id)
  for (const [node, players] of Object.entries({ there, third })) {
    live.accompany(node, { seated: players.map(({ id }) => id), watchers: 0 }, 0)
  }
  return live
}
