import {
  type PlayerId,
  type TournamentId,
  type TournamentKind,
  tournamentsReplySchema,
} from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { tokenOf } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { startTestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import { ARENA, membersOf, press, seen, WISH } from './helpers/tournament.ts'

const HOUR_MS = 3_600_000
const DAY_MINUTES = 1440

const server = kept(
  () => startTestServer({ limits: { ...UNLIMITED_ADDRESS, tournamentsPerDay: 3 } }),
  'each',
)
const members = membersOf(() => server)

interface Filled {
  readonly ageMs: number
  readonly entered: number
  readonly startsInMs?: number
  readonly kind?: TournamentKind
  readonly round?: number
}

/** Takes this number of places, as if many accounts from many addresses had. */
async function fill(
  count: number,
  { ageMs, entered, startsInMs = 6 * HOUR_MS, kind = 'swiss', round = 0 }: Filled,
) {
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `Filler${String(n).padStart(6, '0')}` as TournamentId,
    kind,
    maker: `filler${n}` as PlayerId,
    termsJson: JSON.stringify({
      setup: { kind: 'standard' },
      endRule: 'either',
      timeControl: WISH.timeControl,
      allowsTakebacks: false,
      games: 2,
    }),
    rounds: 3,
    createdAt: now - ageMs + n,
    startsAt: now + startsInMs,
    round,
    entered,
    endedAt: null,
    lastsMinutes: kind === 'arena' ? 180 : null,
  }))
  await server.inStore((db) => db.insertInto('tournaments').values(rows).execute())
  return rows.map(({ id }) => id)
}

describe('where all places are taken', () => {
  test.each<[string, Partial<Filled>]>([
    ['of Swiss ones', {}],
    ['of round robins', { kind: 'roundRobin' }],
    ['of arenas', { kind: 'arena' }],
    ['of arenas that have begun', { kind: 'arena', round: 1, startsInMs: -HOUR_MS }],
  ])(
    'the oldest that nobody has come to gives way, and is not listed as played: %s',
    async (_, filled) => {
      const [maker] = await members(1)
      const [oldest, next] = await fill(200, { ageMs: 2 * HOUR_MS, entered: 1, ...filled })
      expect(await press(maker, 'make', filled.kind === 'arena' ? ARENA : WISH)).toMatchObject({
        status: 200,
      })
      const [gone, kept] = await Promise.all(
        [oldest, next].map((id) => seen(maker, id as TournamentId)),
      )
      expect(gone?.tournament.endedAt).toBeDefined()
      expect(kept?.tournament.endedAt).toBeUndefined()
      const { body } = await ask(`${server.url}/api/tournaments`)
      const { tournaments } = tournamentsReplySchema.parse(JSON.parse(body))
      expect(tournaments).toHaveLength(200)
      expect(tournaments.map(({ id }) => id)).not.toContain(oldest)
    },
  )

  test.each([
    ['that people have entered', { ageMs: 2 * HOUR_MS, entered: 2 }],
    ['that are new', { ageMs: HOUR_MS / 2, entered: 0 }],
  ])('none gives way of those %s', async (_, filled) => {
    const [maker] = await members(1)
    await fill(200, filled)
    expect(await press(maker, 'make', WISH)).toMatchObject({
      status: 409,
      refusal: { code: 'tooManyTournaments' },
    })
  })

  test('those that start later leave room for those of today', async () => {
    const [maker] = await members(1)
    await fill(100, { ageMs: 2 * HOUR_MS, entered: 2, startsInMs: 48 * HOUR_MS })
    const far = { ...WISH, startsInMinutes: 2 * DAY_MINUTES }
    expect(await press(maker, 'make', far)).toMatchObject({
      refusal: { code: 'tooManyTournaments' },
    })
    const near = { ...WISH, startsInMinutes: DAY_MINUTES }
    expect(await press(maker, 'make', near)).toMatchObject({ status: 200 })
  })
})

test('one address makes so many a day, by pages and programs together', async () => {
  const [one, other] = (await members(2)) as [Page, Page]
  for (const maker of [one, one, other]) {
    expect(await press(maker, 'make', WISH)).toMatchObject({ status: 200 })
  }
  expect(await press(other, 'make', WISH)).toMatchObject({
    status: 429,
    refusal: { code: 'tooMany' },
  })
  const token = await tokenOf(server.url, 'Programmed', ['challenges:write'])
  const answer = await fetch(`${server.url}/api/v1/tournaments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(WISH),
  })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(3600)
})
