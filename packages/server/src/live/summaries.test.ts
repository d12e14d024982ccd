import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ANNA, PlayedGame } from '../../test/helpers/decisions.ts'
import { type Game, withNames } from '../game/game.ts'
import { Summaries } from './summaries.ts'

function finished(): Game {
  const played = new PlayedGame()
  played.playTo(2).ask(ANNA.id, { type: 'resign' })
  return played.game
}

test.each([
  ['its player was renamed', (summaries: Summaries) => summaries.forgetOf(ANNA.id)],
  ['it changed', (summaries: Summaries, { view }: Game) => summaries.forget(view.id)],
  ['anything may have changed', (summaries: Summaries) => summaries.forgetAll()],
])('a summary that was read before %s is not kept', async (_, forget) => {
  const before = finished()
  const after = withNames(before, { black: 'Ottilie' })
  const looks = [before, after]
  const summaries: Summaries = new Summaries(async () => {
    const game = looks.shift()
    await turn()
    if (game === before) forget(summaries, before)
    return game
  })
  const names: (string | undefined)[] = []
  for (let n = 0; n < 3; n++) {
    const summary = await summaries.of(before.view.id)
    names.push(summary?.seats.black.name)
  }
  expect(names).toEqual([ANNA.name, 'Ottilie', 'Ottilie'])
})

test('a summary of a finished game is read once', async () => {
  const game = finished()
  const looks = [game]
  const summaries = new Summaries(async () => looks.shift())
  const first = await summaries.of(game.view.id)
  expect(first?.ending).toBeDefined()
  expect(await summaries.of(game.view.id)).toBe(first)
})
