import { type PlayerId, profileReplySchema, ratingChangesReplySchema } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { breaksOf, endBreak, takeBreak } from '../helpers/breaks.ts'
import { BYTES, damagedServer, notANumber } from '../helpers/damage.ts'
import { beginGame, commandId, type Page } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { beginRated, giveUp, playRatedSingle, RATED_SINGLE, RATED_TERMS } from '../helpers/rated.ts'

const { server, get, damage, expectReported } = damagedServer()
const { member } = pagesOn(() => server)

async function profileOf({ player: { name } }: Page) {
  return profileReplySchema.parse(await get(`/api/players/${encodeURIComponent(name)}`))
}

describe('a damaged rating', () => {
  const DAMAGES = [
    ...['rating', 'deviation', 'volatility', 'matches', 'ratedAt'].flatMap(notANumber),
    '"ratedAt" = -9e300',
    `speed = ${BYTES}`,
  ]

  test.each(DAMAGES)('(%s) is left out of the profile, which is shown', async (set) => {
    const [one, two] = [await member(), await member()]
    await playRatedSingle([one, two], two)
    const { id, name } = one.player
    await server.inStore((db) =>
      db
        .insertInto('ratings')
        .values({ player: id, speed: 'slow', ...SOUND })
        .execute(),
    )
    await damage('ratings', set, `player = '${id}' and speed = 'fast'`)
    expect((await profileOf(one)).speeds).toMatchObject([{ speed: 'slow', matches: 9 }])
    expect(await get(`/api/v1/players/${encodeURIComponent(name)}`)).toMatchObject({
      ratings: [{ speed: 'slow' }],
    })
    await get('/api/account/data', { cookie: one.cookie })
    expect((await profileOf(two)).matches).toHaveLength(1)
    if (!set.startsWith('speed')) await expectReported('ratings', `${id} fast`)
  })

  test.each(DAMAGES)('(%s) lets a rated game end, and the next begin', async (set) => {
    const [one, two] = [await member(), await member()]
    await playRatedSingle([one, two], two)
    const running = await beginRated(one, two, RATED_SINGLE)
    await damage('ratings', set, `player = '${one.player.id}'`)
    const offered = await one.send({
      type: 'challenge',
      id: commandId(),
      terms: RATED_TERMS,
      color: 'black',
      isListed: true,
    })
    expect(offered).toMatchObject({ challenge: { challenger: { rating: { value: 1500 } } } })
    await giveUp(running, two, one)
    for (const { player } of [one, two]) expect(await ratingOf(player.id)).toBeDefined()
    const { matches } = await profileOf(two)
    expect(matches).toHaveLength(2)
  })

  const SOUND = {
    ...{ rating: 1700, deviation: 60, volatility: 0.06, matches: 9 },
    ratedAt: Date.now(),
  }

  /** The rating that a game has stored, whose numbers are all sound. */
  async function ratingOf(player: PlayerId) {
    const rows = await server.inStore((db) =>
      db.selectFrom('ratings').selectAll().where('player', '=', player).execute(),
    )
    return rows.find(
      ({ speed, rating, deviation, volatility, matches }) =>
        speed === 'fast' &&
        [rating, deviation, volatility].every((each) => each > 0 && each < 5000) &&
        Number.isInteger(matches),
    )
  }
})

describe('a damaged change of a rating', () => {
  test.each([
    ...['ratingBefore', 'rating', 'expected', 'scored', 'at'].flatMap(notANumber),
    ...['color', 'winner', 'firstWinner', 'speed'].map((column) => `"${column}" = ${BYTES}`),
  ])('(%s) is left out of the profile, which is shown', async (set) => {
    const [one, two] = [await member(), await member()]
    const bad = await playRatedSingle([one, two], two)
    await playRatedSingle([one, two], two)
    const { id } = one.player
    const key = await server.inStore((db) =>
      db.selectFrom('games').select('key').where('id', '=', bad).executeTakeFirstOrThrow(),
    )
    await damage('ratingChanges', set, `player = '${id}' and game = ${key.key}`)
    expect((await profileOf(one)).speeds).toMatchObject([{ speed: 'fast', matches: 2 }])
    expect((await profileOf(two)).matches).toHaveLength(2)
    const { changes } = ratingChangesReplySchema.parse(await get(`/api/games/${bad}/ratings`))
    expect(changes.map(({ player }) => player)).toContain(two.player.id)
    await get('/api/account/data', { cookie: one.cookie })
  })
})

describe('a damaged break', () => {
  test.each([...['startedAt', 'until'].flatMap(notANumber), 'until = 8e15'])(
    '(%s) is none: the player sees the account, plays on and takes another',
    async (set) => {
      const [one, two] = [await member(), await member()]
      await takeBreak(one, 3)
      const { player } = one
      const { key } = await server.inStore((db) =>
        db
          .selectFrom('breaks')
          .select('key')
          .where('player', '=', player.id)
          .executeTakeFirstOrThrow(),
      )
      await damage('breaks', set, `key = ${key}`)
      const begin = () =>
        beginGame(one, two, { timeControl: { kind: 'correspondence', daysPerMove: 2 } })
      const { breaks } = await one.sees(await begin(), () => true)
      expect(breaks).toBeUndefined()
      expect(await breaksOf(one)).toEqual({ daysLeft: 14 })
      await get('/api/account/data', { cookie: one.cookie })
      await expectReported('breaks', String(key))
      expect(await takeBreak(one, 2)).toMatchObject({ daysLeft: 12 })
      const running = await one.sees(await begin(), () => true)
      expect(running.breaks).toEqual({ black: expect.any(Number) })
      expect(await endBreak(one)).toEqual({ daysLeft: 13 })
    },
  )
})
