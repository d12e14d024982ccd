import {
  formatLines,
  type GameEvent,
  type PlayerId,
  parseLines,
  type Terms,
} from '@hokito/protocol'
import {
  byColor,
  type Color,
  legalMoves,
  type Move,
  opposite,
  play,
  randomIndex,
  seededBytes,
} from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANNA, BERT, codeOf, commandId, kindsOf, PlayedGame } from '../../test/helpers/decisions.ts'
import { type Draw, drawn, treeAt } from '../../test/helpers/lines.ts'
import { boardOf, restoreGame, restoreLines } from './game.ts'

const DAYS: Partial<Terms> = { timeControl: { kind: 'correspondence', daysPerMove: 2 } }
const PLAYERS = { black: ANNA.id, white: BERT.id }

function turnIn({ game }: PlayedGame): Color {
  return game.view.moves.length % 2 === 0 ? 'black' : 'white'
}

let latest = 0

function setBy(played: PlayedGame, player: PlayerId, lines: string, id = commandId()) {
  return played.ask(player, { type: 'setLines', lines, id, order: ++latest })
}

/**
 * The next move. A move that a line answers is likelier than others, so that lines are followed.
 */
function nextMove(played: PlayedGame, draw: Draw): Move {
  const waiting = opposite(turnIn(played))
  const set = played.game.lines[waiting]?.set
  const foreseen = parseLines(set?.lines ?? '')?.filter(({ after }) => after === undefined) ?? []
  const likely = draw(4) > 0 ? drawn(foreseen, draw)?.move : undefined
  return likely ?? drawn(legalMoves(boardOf(played.game)), draw) ?? expect.fail()
}

/**
 * Plays a game with conditional lines of both sides, and returns how many moves the lines played.
 */
function playWithLines(played: PlayedGame, seed: number): number {
  const bytes = seededBytes(seed)
  const draw: Draw = (count) => randomIndex(count, bytes)
  let planned = 0
  while (played.game.view.ending === undefined) {
    const turn = turnIn(played)
    const waiting = opposite(turn)
    if (draw(2) === 0) {
      const lines = formatLines(treeAt(boardOf(played.game), draw, 12))
      const decision = setBy(played, PLAYERS[waiting], lines)
      expect(codeOf(decision)).toBeUndefined()
      expect(kindsOf(decision)).toEqual([])
    }
    played.now += draw(86_400_000)
    const decision = played.ask(PLAYERS[turn], { type: 'move', ...nextMove(played, draw) })
    if (decision.kind !== 'accepted') return expect.fail(decision.kind)
    planned += kindsOf(decision).filter((kind) => kind === 'moved').length - 1
  }
  return planned
}

describe('a game with lines', () => {
  test('comes to the same as its moves made by hand at the same times', () => {
    let planned = 0
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const withLines = new PlayedGame(DAYS)
        planned += playWithLines(withLines, seed)
        const byHand = new PlayedGame(DAYS)
        for (const { event } of withLines.stored as { event: GameEvent }[]) {
          if (event.kind !== 'moved') continue
          byHand.now = event.at
          const { from, to } = event
          const asked = byHand.ask(PLAYERS[turnIn(byHand)], { type: 'move', from, to })
          expect(asked.kind).toBe('accepted')
        }
        const eventsOf = ({ stored }: PlayedGame) => stored.map(({ event }) => event)
        expect(eventsOf(withLines)).toEqual(eventsOf(byHand))
        expect(withLines.game.view).toEqual(byHand.game.view)
        expect(withLines.game.position).toEqual(byHand.game.position)
        // At the end the hidden lines are deleted. Only the plies that they played remain.
        for (const own of Object.values(withLines.game.lines)) expect(own.set).toBeUndefined()
        const { black, white } = withLines.game.lines
        expect(black?.played.filter((ply) => white?.played.includes(ply)) ?? []).toEqual([])
      }),
      { seed: 15, numRuns: 60 },
    )
    // Most assertions here concern these moves.
    expect(planned).toBeGreaterThan(200)
  })

  test('is the same read from the disk at any time', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const played = new PlayedGame(DAYS)
        const bytes = seededBytes(seed)
        const draw: Draw = (count) => randomIndex(count, bytes)
        for (let turns = 0; turns < 8 && played.game.view.ending === undefined; turns++) {
          const waiting = opposite(turnIn(played))
          setBy(played, PLAYERS[waiting], formatLines(treeAt(boardOf(played.game), draw, 6)))
          played.ask(PLAYERS[turnIn(played)], { type: 'move', ...nextMove(played, draw) })
          const stored = byColor((color) => {
            const own = played.game.lines[color]
            return own && JSON.parse(JSON.stringify(own))
          })
          const events = restoreGame(played.stored, undefined)
          const restored = events.ok ? restoreLines(events.value, stored) : events
          expect(restored).toMatchObject({ ok: true, value: { lines: played.game.lines } })
        }
      }),
      { seed: 16, numRuns: 40 },
    )
  })

  test('drops them where the play leaves them, goes back or ends, and where they are taken back', () => {
    const played = new PlayedGame(DAYS).playTo(4)
    const board = boardOf(played.game)
    const [foreseen, other] = legalMoves(board)
    if (foreseen === undefined || other === undefined) throw new Error('there is a choice')
    const [reply] = legalMoves(play(board, foreseen))
    const lines = formatLines([{ after: undefined, move: foreseen, reply: reply ?? expect.fail() }])
    const set = () => {
      setBy(played, BERT.id, lines)
      expect(played.game.lines.white?.set?.lines).toBe(lines)
    }
    set()
    const begun = played.game
    played.ask(ANNA.id, { type: 'move', ...other })
    expect(played.game.lines.white).toEqual({ played: [], order: latest })
    played.game = begun
    played.ask(ANNA.id, { type: 'resign' })
    expect(played.game.lines.white).toEqual({ played: [], order: latest })
    played.game = begun
    played.ask(ANNA.id, { type: 'offerTakeback' })
    const { id: offer } = played.game.view.offers[0] ?? expect.fail()
    expect(played.game.lines).toEqual(begun.lines)
    played.ask(BERT.id, { type: 'acceptOffer', offer })
    expect(played.game.view.moves.length).toBeLessThan(4)
    expect(played.game.lines.white).toEqual({ played: [], order: latest })
    played.game = begun
    setBy(played, BERT.id, '')
    expect(played.game.lines.white).toEqual({ played: [], order: latest })
  })

  test('holds a reply back while the other side offers a draw, and goes on from it if it is made by hand', () => {
    const played = new PlayedGame(DAYS).playTo(4)
    const board = boardOf(played.game)
    const [move] = legalMoves(board)
    const reply = move && legalMoves(play(board, move))[0]
    if (move === undefined || reply === undefined) throw new Error('there are moves')
    const then = play(play(board, move), reply)
    const [second] = legalMoves(then)
    const answer = second && legalMoves(play(then, second))[0]
    if (second === undefined || answer === undefined) throw new Error('there are moves')
    setBy(
      played,
      BERT.id,
      formatLines([
        { after: undefined, move, reply },
        { after: 0, move: second, reply: answer },
      ]),
    )
    played.ask(ANNA.id, { type: 'offerDraw' })
    const moved = played.ask(ANNA.id, { type: 'move', ...move })
    expect(kindsOf(moved)).toEqual(['moved'])
    expect(played.game.view.offers).toMatchObject([{ kind: 'draw' }])
    expect(played.game.lines.white?.set?.reply).toEqual(reply)
    played.ask(BERT.id, { type: 'move', ...reply })
    expect(played.game.lines.white?.played).toEqual([])
    expect(kindsOf(played.ask(ANNA.id, { type: 'move', ...second }))).toEqual(['moved', 'moved'])
    expect(played.game.lines.white).toEqual({ played: [7], order: latest })
  })

  test('refuses them where they cannot be, each for its own reason', () => {
    const live = new PlayedGame().playTo(4)
    expect(codeOf(setBy(live, BERT.id, 'a1a2a3a4'))).toBe('notCorrespondence')
    const played = new PlayedGame(DAYS).playTo(4)
    const [move] = legalMoves(boardOf(played.game))
    if (move === undefined) throw new Error('there is a move')
    const sameAgain = formatLines([{ after: undefined, move, reply: move }])
    expect(setBy(played, BERT.id, sameAgain)).toMatchObject({
      refusal: { code: 'illegalMove', move: expect.any(String) },
    })
    expect(codeOf(setBy(played, ANNA.id, sameAgain))).toBe('ownTurn')
    expect(codeOf(played.ask(BERT.id, { type: 'setLines', lines: '', ply: 3 }))).toBe('stale')
    // The empty set is remembered, so that no older lines can replace it.
    expect(setBy(played, BERT.id, '').kind).toBe('accepted')
    const none = { type: 'setLines', lines: '', order: latest }
    expect(played.ask(BERT.id, none).kind).toBe('repeated')
    expect(codeOf(played.ask(BERT.id, { ...none, lines: sameAgain }))).toBe('stale')
    played.ask(ANNA.id, { type: 'resign' })
    expect(codeOf(setBy(played, BERT.id, sameAgain))).toBe('gameOver')
  })

  test('counts what is sent again once', () => {
    const played = new PlayedGame(DAYS).playTo(4)
    const bytes = seededBytes(3)
    const lines = formatLines(treeAt(boardOf(played.game), (count) => randomIndex(count, bytes), 5))
    const id = commandId()
    expect(setBy(played, BERT.id, lines, id).kind).toBe('accepted')
    const { game } = played
    expect(setBy(played, BERT.id, lines, id).kind).toBe('repeated')
    expect(played.game).toBe(game)
  })

  test('means nothing where a server that does not know lines has played on', () => {
    const played = new PlayedGame(DAYS).playTo(4)
    const bytes = seededBytes(4)
    setBy(
      played,
      BERT.id,
      formatLines(treeAt(boardOf(played.game), (count) => randomIndex(count, bytes), 5)),
    )
    const { white } = played.game.lines
    const other = new PlayedGame(DAYS)
    while (other.game.view.moves.length < 4) other.play(1)
    expect(restoreLines(other.game, { white })).toMatchObject({ ok: true, value: { lines: {} } })
    expect(restoreLines(played.game, { white })).toEqual({ ok: true, value: played.game })
    expect(restoreLines(played.game, { white: { played: 'x' } })).toMatchObject({
      error: { code: 'badLines' },
    })
  })
})
