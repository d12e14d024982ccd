import { gameViewSchema } from '@hokito/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANNA, BERT, PlayedGame, SECRET } from '../../test/helpers/decisions.ts'
import { restoreGame } from './game.ts'

/** The events of a game in which most kinds of events occur. */
const EVENTS = eventsOfEverything()

test('S4: however the events of a game are damaged, they are a game that can be shown, or a report', () => {
  const place = fc.nat(EVENTS.length - 1)
  const damage = fc.oneof(
    fc.record({ kind: fc.constant('lost' as const), place }),
    fc.record({ kind: fc.constant('moved' as const), place, to: place }),
    fc.record({ kind: fc.constant('twice' as const), place, to: place }),
    fc.record({ kind: fc.constant('number' as const), place, value: fc.maxSafeInteger() }),
  )
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      let events: readonly { event: unknown }[] = EVENTS
      for (const each of damages) {
        const struck = events[each.place]
        if (struck === undefined) continue
        if (each.kind === 'number') events = events.with(each.place, numbered(struck, each.value))
        else {
          const rest = each.kind === 'twice' ? events : events.toSpliced(each.place, 1)
          events = each.kind === 'lost' ? rest : rest.toSpliced(each.to, 0, struck)
        }
      }
      const restored = restoreGame(events, SECRET)
      if (restored.ok) expect(gameViewSchema.safeParse(restored.value.view).success).toBe(true)
    }),
    { seed: 4, numRuns: 1000 },
  )
})

function eventsOfEverything(): readonly { event: unknown }[] {
  const played = new PlayedGame({ setup: { kind: 'standard' }, games: 2 })
  for (const { id } of [ANNA, BERT]) played.ask(id, { type: 'share', share: 'cd'.repeat(16) })
  played.playTo(6)
  played.ask(ANNA.id, { type: 'offerTakeback' })
  played.ask(BERT.id, { type: 'acceptOffer', offer: played.game.view.offers[0]?.id })
  played.take({ events: [{ kind: 'paused', at: played.now, ms: 1000 }] })
  played.playTo(8)
  played.ask(ANNA.id, { type: 'offerDraw' })
  played.ask(BERT.id, { type: 'declineOffer', offer: played.game.view.offers[0]?.id })
  played.ask(BERT.id, { type: 'resign' })
  return played.stored.map(({ event }) => ({ event }))
}

/** The event with all its numbers replaced. */
function numbered({ event }: { readonly event: unknown }, value: number): { event: unknown } {
  const change = (_: string, old: unknown) => (typeof old === 'number' ? value : old)
  return { event: JSON.parse(JSON.stringify(event, change)) }
}
