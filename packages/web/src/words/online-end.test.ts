import { advance, type GameEvent, type GameView } from '@hokito/protocol'
import { type Color, legalMoves, score } from '@hokito/rules'
import { expect, test } from 'vitest'
import { PlayedGame } from '../../../server/test/helpers/decisions.ts'
import type { Translate } from '../i18n/i18n.ts'
import { onlineEndWords } from './online-end.ts'

/** Returns the key itself: the tests check which sentence is chosen. */
const t = ((key: string) => key) as Translate

/** A game aborted by one side or by neither, this long after its deal. */
function calledOff(afterMs: number, by: Color | undefined): GameView {
  const { view } = new PlayedGame().game
  const ending = { kind: 'aborted', winner: 'nobody' } as const
  const at = view.clock.since + afterMs
  const ended: GameEvent = { kind: 'ended', at, ending, ...(by && { by }) }
  return advance(view, ended)
}

test.each([
  ['one side called it off', 30_000, 'black', 'white', 'online.off.other'],
  ['we called it off', 30_000, 'black', 'black', 'online.off.own'],
  ['one side did not begin in time', 120_000, 'black', 'white', 'online.off.lateOther'],
  ['we did not begin in time', 120_100, 'black', 'black', 'online.off.lateOwn'],
  ['neither came', 120_000, undefined, 'white', 'online.off.nobody'],
] as const)('a game without a move says that %s', (_why, afterMs, by, own, sentence) => {
  const { position } = new PlayedGame().game
  if (position === undefined) return expect.fail('the deal was given')
  const facts = { last: position, own, isOfTournament: false }
  expect(onlineEndWords(t, calledOff(afterMs, by), facts).headline).toBe(sentence)
})

test.each([
  ['called off by one side', 30_000, 'black', 'white', 'online.game.aborted', 'won'],
  ['called off by us', 30_000, 'black', 'black', 'online.game.aborted', 'own'],
  ['not begun by one side', 120_000, 'black', 'white', 'online.late.won'],
  ['not begun by us', 120_100, 'black', 'black', 'online.late.lost'],
  ['not begun by either', 120_000, undefined, 'white', 'online.off.lateBoth'],
] as const)(
  'a game of a tournament that was %s says what it counts',
  (_how, afterMs, by, own, headline, lost = undefined) => {
    const { position } = new PlayedGame().game
    if (position === undefined) return expect.fail('the deal was given')
    const facts = { last: position, own, isOfTournament: true }
    const words = onlineEndWords(t, calledOff(afterMs, by), facts)
    expect(words).toEqual({
      headline,
      notes: lost === undefined ? [] : [`online.off.inTournament.${lost}`],
    })
  },
)

test.each([
  [0, 'black', 'lost'],
  [0, 'white', 'won'],
  [1, undefined, 'named'],
] as const)(
  'a player who has not begun after %i moves has not left the game, read by %s',
  (ply, own, who) => {
    const { view, position } = new PlayedGame().game
    if (position === undefined) return expect.fail('the deal was given')
    const winner = ply === 0 ? 'white' : 'black'
    const [move] = legalMoves(position)
    const moves = move === undefined || ply === 0 ? [] : [move]
    const game: GameView = { ...view, moves, ending: { kind: 'abandoned', winner } }
    const { headline } = onlineEndWords(t, game, { last: position, own, isOfTournament: false })
    expect(headline).toBe(`online.late.${who}`)
  },
)

test.each([
  ['stuck', 'end.stuck.both. end.won.points.', []],
  ['resigned', 'end.won.resigned.', ['online.twoGames.keeps.own']],
] as const)(
  'the end of a match, %s, tells the winner of the match and of its second game',
  (kind, second, notes) => {
    const { view, position } = new PlayedGame().game
    if (position === undefined) return expect.fail('the deal was given')
    const first = { game: view.id, points: { black: 0, white: 60 } }
    const game: GameView = {
      ...view,
      match: { game: 2, first },
      ending: { kind, winner: 'black' },
    }
    const words = onlineEndWords(t, game, { last: position, own: 'black', isOfTournament: false })
    expect(words.headline).toBe('online.twoGames.full.behind')
    expect(words.reason).toBe(`online.twoGames.game · ${second}`)
    expect(words.notes).toEqual(notes)
    const { black, white } = score(position)
    const kept = { black, white: kind === 'stuck' ? white : 0 }
    expect(words.match?.games).toEqual([first.points, kept])
    expect(words.match?.sums).toEqual({ black: kept.black, white: kept.white + 60 })
  },
)

test.each([
  [true, ['online.twoGames.behind']],
  [false, ['online.twoGames.keeps.other']],
])('the end of game 1 says so, and what game 2 needs: %s', (isFirst, notes) => {
  const { view, position } = new PlayedGame().game
  if (position === undefined) return expect.fail('the deal was given')
  const ending = { kind: 'resigned', winner: 'white' } as const
  const game: GameView = { ...view, match: { game: 1 }, ending }
  const facts = { last: position, own: 'black', isOfTournament: false, isFirst } as const
  const words = onlineEndWords(t, game, facts)
  expect(words.headline).toBe('online.twoGames.game · end.lost.resigned')
  expect(words.notes).toEqual(notes)
})
