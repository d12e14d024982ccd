import { describe, expect, test } from 'vitest'
import { checkDeal } from '../../src/index.ts'
import { dealtTo, gameOf, openBoth, playTo } from '../helpers/fishing.ts'
import { kept } from '../helpers/kept.ts'
import { startTestServer } from '../helpers/server.ts'

const server = kept(() => startTestServer())

describe('the proof of a deal that was kept', () => {
  const dataOf = async (game: string): Promise<unknown> =>
    (await fetch(`${server.url}/api/games/${game}`)).json()

  test('S8: is the earlier game, and no other', async () => {
    const [fisher, other] = await openBoth(server.url)
    const first = await gameOf(other, fisher)
    await dealtTo(fisher, other, first)
    await fisher.command(first, 'abort')
    const second = await gameOf(other, fisher)
    await playTo([fisher, other], second, 2)
    const elsewhere = await gameOf(other, fisher)
    await dealtTo(fisher, other, elsewhere)
    const [kept, origin, foreign] = await Promise.all([second, first, elsewhere].map(dataOf))
    const error = (input: unknown, earlier?: unknown) => {
      const checked = checkDeal(input, earlier)
      return checked.ok ? undefined : checked.error
    }
    expect(error(kept)).toEqual({ code: 'provedEarlier', game: first })
    expect(error(kept, origin)).toBeUndefined()
    expect(error(origin)).toBeUndefined()
    expect(error(kept, foreign)).toEqual({ code: 'notTheEarlierGame' })
    expect(error(kept, kept)).toEqual({ code: 'notTheEarlierGame' })
    expect(error(kept, 'a letter')).toEqual({ code: 'notAProof' })
    const swapped = { ...(kept as object), deal: other.view(elsewhere).deal }
    expect(error(swapped, origin)).toEqual({ code: 'notTheEarlierGame' })
  })

  test('of a match’s second game is the first', async () => {
    const [one, other] = await openBoth(server.url)
    const first = await gameOf(one, other, { terms: { games: 2 } })
    await dealtTo(one, other, first)
    await playTo([one, other], first, 2)
    await one.command(first, 'resign')
    const { next = '' } = await other.sees(first, (view) => view.next !== undefined)
    const [game, earlier] = await Promise.all([next, first].map(dataOf))
    const alone = checkDeal(game)
    expect(alone.ok ? undefined : alone.error).toEqual({ code: 'provedEarlier', game: first })
    expect(checkDeal(game, earlier).ok).toBe(true)
  })
})
