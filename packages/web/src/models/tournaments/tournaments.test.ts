import { MINUTE_MS, type Tournament, tournamentSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { mayOverlap } from './tournaments.ts'

const HOUR_MS = 60 * MINUTE_MS
const NOON = 12 * HOUR_MS

function tournament(id: string, changes: Partial<Tournament>): Tournament {
  return tournamentSchema.parse({
    ...{ id: id.padEnd(12, '0'), kind: 'swiss', maker: 'Anna', rounds: 5, round: 0, entered: 8 },
    startsAt: NOON,
    terms: {
      ...{ setup: { kind: 'standard' }, endRule: 'either', allowsTakebacks: false, games: 2 },
      timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
    },
    ...changes,
  })
}

const swiss = tournament('swiss', {})

test.each<[string, Partial<Tournament>, number, boolean]>([
  ['starts seconds later', { startsAt: NOON + 10_000 }, 0, true],
  ['starts between its rounds', { startsAt: NOON + HOUR_MS }, 0, true],
  ['starts when it is long over', { startsAt: NOON + 8 * HOUR_MS }, 0, false],
  ['is an arena that ends as it starts', { startsAt: NOON - HOUR_MS, endsAt: NOON }, 0, false],
  ['is an arena that ends later', { startsAt: NOON - HOUR_MS, endsAt: NOON + 1000 }, 0, true],
  ['is over', { endedAt: NOON + 5 }, NOON + 10, false],
  ['takes longer than expected', { startsAt: NOON - 9 * HOUR_MS, round: 2 }, NOON + 1, true],
])('a tournament may overlap with one that %s', (_, changes, now, expected) => {
  const other = tournament('other', changes)
  expect(mayOverlap(swiss, other, now)).toBe(expected)
  expect(mayOverlap(other, swiss, now)).toBe(expected)
  expect(mayOverlap(other, other, now)).toBe(false)
})
