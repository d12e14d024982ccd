import { phaseOf } from '@hokito/protocol'
import { expect } from 'vitest'
import { AT_ONCE, pairAcross, test, twinOf } from '../helpers/across.ts'
import { describeOnNodes } from '../helpers/nodes.ts'
import { playTo } from '../helpers/play.ts'

describeOnNodes('a divided game between players on two nodes', AT_ONCE, () => {
  test.for(['black', 'white'] as const)(
    'counts one of two choices made at once, and all agree on seats and points: %s',
    async (color, { club, one, other }) => {
      const { black, white, game } = await pairAcross(club, { isDivided: true })
      const isFirst = black.view(game).seats.black.id === black.player.id
      const [divider, chooser] = isFirst ? [black, white] : [white, black]
      const twin = await twinOf(chooser, isFirst ? one : other)
      await twin.openGame(game)
      expect(await divider.command(game, 'divide', { compensation: 11 })).toMatchObject({
        ok: true,
      })
      for (const page of [chooser, twin]) {
        await page.sees(game, ({ division }) => division?.stage === 'choosing')
      }
      const replies = await Promise.all(
        [chooser, twin].map((page) => page.command(game, 'choose', { color })),
      )
      expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true])
      const seats = color === 'black' ? [chooser, divider] : [divider, chooser]
      for (const page of [divider, chooser, twin]) {
        await page.sees(game, (view) => phaseOf(view) === 'playing')
        const view = page.view(game)
        expect([view.seats.black.id, view.seats.white.id]).toEqual(
          seats.map(({ player }) => player.id),
        )
        expect(view.terms.compensation).toBe(11)
      }
      const [first, second] = seats
      if (first === undefined || second === undefined) return expect.fail()
      await playTo({ black: first, white: second, game }, 6)
    },
  )
})
