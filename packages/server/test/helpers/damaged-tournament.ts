import { type TournamentId, tournamentsReplySchema } from '@hokito/protocol'
import { expect } from 'vitest'
import type { Page } from './page.ts'
import type { TestServer } from './server.ts'
import { ask, readMetrics } from './stranger.ts'
import { press } from './tournament.ts'

/** The tournaments in the list. */
export async function listed({ url }: TestServer): Promise<readonly TournamentId[]> {
  const { status, body } = await ask(`${url}/api/tournaments`)
  expect(status).toBe(200)
  return tournamentsReplySchema.parse(JSON.parse(body)).tournaments.map(({ id }) => id)
}

/** How many tournaments a server has reported as damaged. */
export async function countDamaged({ metricsUrl }: TestServer): Promise<number> {
  return (await readMetrics(metricsUrl)).hokito_damaged_tournaments_total ?? Number.NaN
}

/** The page of a tournament and the API report it as damaged, and no one can enter it. */
export async function expectSetAside(
  { url }: TestServer,
  id: TournamentId,
  by: Page,
): Promise<void> {
  const answer = async (path: string) => {
    const { status, body } = await ask(`${url}${path}`)
    return { status, read: JSON.parse(body) }
  }
  // A tournament is cached for a second.
  await expect
    .poll(() => answer(`/api/tournaments/${id}`), { timeout: 60_000 })
    .toMatchObject({ status: 409, read: { code: 'damagedTournament' } })
  expect(await answer(`/api/v1/tournaments/${id}`)).toMatchObject({
    status: 409,
    read: { code: 'refused', reason: 'damagedTournament' },
  })
  expect(await press(by, 'enter', { tournament: id })).toMatchObject({
    refusal: { code: 'damagedTournament' },
  })
}
