import { type Terms, turnOf } from '@hokito/protocol'
import { legalMoves, type Move, type Position, play, seededBytes } from '@hokito/rules'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ANNA, BERT } from '../../server/test/helpers/decisions.ts'
import { createOnlineGame, type OnlineGame } from '../src/models/online/online-game.ts'
import { BUSY_MS, type Line, MemoryServer, MemoryStorage } from './helpers/memory-server.ts'

/** A player's page with its connection. */
interface Seat {
  readonly line: Line
  readonly page: OnlineGame
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs all timers that are due now. */
const settle = () => vi.advanceTimersByTimeAsync(0)

function seat(server: MemoryServer, player: typeof ANNA, seed: number): Seat {
  const line = server.line(player)
  const dependencies = {
    connection: line.connection,
    randomBytes: seededBytes(seed),
    storage: () => new MemoryStorage(),
    lasting: () => new MemoryStorage(),
  }
  return { line, page: createOnlineGame(server.view.id, dependencies) }
}

/** Anna with Black and Bert with White; both follow the game. */
async function seated(terms: Partial<Terms> = {}) {
  const server = new MemoryServer(terms)
  const anna = seat(server, ANNA, 1)
  const bert = seat(server, BERT, 2)
  await quiet(server)
  return { server, anna, bert }
}

/** Delivers everything that is on its way. */
async function quiet(server: MemoryServer): Promise<void> {
  await settle()
  while (server.lines.some((line) => !line.isQuiet)) {
    for (const line of server.lines) {
      line.serve()
      line.hear()
    }
    await settle()
  }
}

/** The latest board that a page shows. */
function board({ page }: Seat): Position {
  const position = page.record.peek()?.live.peek()
  if (position === undefined) throw new Error('no board is shown')
  return position
}

function anyMove(seat: Seat, n = 0): Move {
  const moves = legalMoves(board(seat))
  const move = moves[n % moves.length]
  if (move === undefined) throw new Error('nobody can move')
  return move
}

const moveCount = ({ page }: Seat) => page.record.peek()?.moves.peek().length
const commandsIn = ({ read }: Line) => read.filter((message) => 'ply' in message)

describe('a server whose game is older than the page’s', () => {
  /** Both pages show six moves; then the server is one of after two. */
  async function restored() {
    const seats = await seated()
    const { server, anna, bert } = seats
    const { played } = server
    played.playTo(2)
    const { game } = played
    played.playTo(6)
    for (const { line } of [anna, bert]) line.lose()
    for (const { line } of [anna, bert]) line.restore()
    await quiet(server)
    const latest = played.game
    for (const { line } of [anna, bert]) line.lose()
    played.game = game
    for (const { line } of [anna, bert]) line.restore()
    await quiet(server)
    return { ...seats, latest }
  }

  test('is believed once it says so twice, and the game continues from there', async () => {
    const { server, anna, bert } = await restored()
    expect(moveCount(anna)).toBe(6)
    await vi.advanceTimersByTimeAsync(2 * BUSY_MS)
    await quiet(server)
    expect([moveCount(anna), moveCount(bert)]).toEqual([2, 2])
    anna.page.play(anyMove(anna))
    await quiet(server)
    expect([moveCount(anna), moveCount(bert)]).toEqual([3, 3])
    expect(board(bert)).toEqual(server.played.game.position)
  })

  test('takes nothing back if it was late only for a moment', async () => {
    const { server, anna, bert, latest } = await restored()
    server.played.game = latest
    await vi.advanceTimersByTimeAsync(2 * BUSY_MS)
    await quiet(server)
    expect([moveCount(anna), moveCount(bert)]).toEqual([6, 6])
  })
})

describe('a move of our own', () => {
  test('is shown straight away and marked until it is acknowledged', async () => {
    const { server, anna, bert } = await seated()
    anna.page.play(anyMove(anna))
    expect([moveCount(anna), anna.page.isSending.peek(), server.view.moves.length]).toEqual([
      1,
      true,
      0,
    ])
    await quiet(server)
    expect([moveCount(anna), anna.page.isSending.peek(), moveCount(bert)]).toEqual([1, false, 1])
    expect(board(anna)).toEqual(server.played.game.position)
  })

  test('goes back when it is refused, and the reason is shown', async () => {
    const { server, anna } = await seated()
    const before = board(anna)
    anna.page.play({ from: 0, to: 35 })
    await quiet(server)
    expect(anna.page.refused.peek()).toBe('illegalMove')
    expect([board(anna), anna.page.isSending.peek()]).toEqual([before, false])
    anna.page.dismiss()
    expect(anna.page.refused.peek()).toBeUndefined()
  })

  test('goes back without a word when the game has ended meanwhile', async () => {
    const { server, anna, bert } = await seated()
    server.played.playTo(2)
    for (const { line } of [anna, bert]) line.lose()
    for (const { line } of [anna, bert]) line.restore()
    await quiet(server)
    anna.page.play(anyMove(anna))
    void bert.page.resign()
    bert.line.serve()
    await quiet(server)
    expect([moveCount(anna), anna.page.phase.peek()]).toEqual([2, 'over'])
    expect(anna.page.ending.peek()).toMatchObject({ kind: 'resigned', winner: 'black' })
  })

  test('that got lost with the line is sent again when it is back', async () => {
    const { server, anna } = await seated()
    anna.page.play(anyMove(anna))
    anna.line.lose()
    await settle()
    expect([moveCount(anna), anna.page.isSending.peek()]).toEqual([1, true])
    anna.line.restore()
    await quiet(server)
    expect([server.view.moves.length, anna.page.isSending.peek()]).toEqual([1, false])
  })

  test('whose acknowledgement got lost counts once, by its id', async () => {
    const { server, anna } = await seated()
    anna.page.play(anyMove(anna))
    anna.line.serve()
    anna.line.lose()
    await settle()
    expect(anna.page.isSending.peek()).toBe(true)
    anna.line.restore()
    await quiet(server)
    expect([server.view.moves.length, moveCount(anna)]).toEqual([1, 1])
    expect(anna.page.isSending.peek()).toBe(false)
  })

  test('that nobody answers is asked after, although the line holds', async () => {
    const { server, anna } = await seated()
    anna.page.play(anyMove(anna))
    anna.line.serveUnheard()
    await settle()
    expect(anna.page.isSending.peek()).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    await quiet(server)
    expect([server.view.moves.length, anna.page.isSending.peek()]).toEqual([1, false])
  })

  test('is not sent again on another board that a takeback has led to', async () => {
    const { server, anna, bert } = await seated()
    server.played.playTo(2)
    for (const { line } of [anna, bert]) line.lose()
    for (const { line } of [anna, bert]) line.restore()
    await quiet(server)
    void anna.page.offer('takeback')
    await quiet(server)
    anna.page.play(anyMove(anna))
    anna.line.lose()
    await settle()
    const [offer] = server.view.offers
    server.played.ask(BERT.id, { type: 'acceptOffer', offer: offer?.id })
    server.played.play(1)
    server.played.play(1)
    anna.line.restore()
    await quiet(server)
    expect(server.view.moves).toHaveLength(2)
    expect([board(anna), anna.page.isSending.peek()]).toEqual([server.played.game.position, false])
  })
})

describe('a planned move', () => {
  test('is played as soon as it is our turn', async () => {
    const { server, anna, bert } = await seated()
    const first = anyMove(anna)
    const [planned = first] = legalMoves(play(board(anna), first))
    bert.page.play(planned)
    expect(moveCount(bert)).toBe(0)
    expect(bert.page.premove.peek()).toEqual(planned)
    anna.page.play(first)
    await quiet(server)
    expect(server.view.moves).toEqual([first, planned])
    expect(bert.page.premove.peek()).toBeUndefined()
  })

  test('that has become impossible is dropped', async () => {
    const { server, anna, bert } = await seated()
    bert.page.play({ from: 0, to: 35 })
    anna.page.play(anyMove(anna))
    await quiet(server)
    expect([server.view.moves.length, bert.page.premove.peek()]).toEqual([1, undefined])
    expect(commandsIn(bert.line)).toEqual([])
  })
})

describe('what the server tells', () => {
  test('is asked for as a whole when something is missing', async () => {
    const { server, anna, bert } = await seated()
    anna.page.play(anyMove(anna))
    anna.line.serve()
    bert.line.drop()
    await quiet(server)
    expect(moveCount(bert)).toBe(0)
    void anna.page.offer('takeback')
    await quiet(server)
    expect([moveCount(bert), bert.page.game.peek()]).toEqual([1, server.view])
  })

  test('changes nothing when it is older than what is known', async () => {
    const { server, anna } = await seated()
    const events: string[] = []
    const stop = anna.page.game.subscribe((game) => events.push(`${game?.version}`))
    anna.line.lose()
    server.played.playTo(4)
    anna.line.restore()
    await quiet(server)
    anna.line.isFollowing = true
    const event = { kind: 'moved', at: 1_000_000, from: 0, to: 1, lagMs: 0 } as const
    anna.line.tell('update', [{ game: server.view.id, version: 3, event }])
    await quiet(server)
    stop()
    expect(events).toEqual(['2', '6'])
  })

  test('shows the clocks by its own time, and none where there is no limit', async () => {
    const { server, anna } = await seated()
    for (let ply = 0; ply < 2; ply++) server.played.play()
    anna.line.lose()
    anna.line.restore()
    await quiet(server)
    server.played.now += 7000
    const clocks = anna.page.clocks()
    expect([clocks?.black, clocks?.white]).toEqual([53_000, 60_000])
    const endless = await seated({ timeControl: { kind: 'none' } })
    expect(endless.anna.page.clocks()).toBeUndefined()
  })

  test('is missing where there is no such game', async () => {
    const server = new MemoryServer()
    const line = server.line(ANNA)
    line.busyFor = 2
    const page = createOnlineGame(server.view.id, {
      connection: line.connection,
      randomBytes: seededBytes(3),
      storage: () => new MemoryStorage(),
      lasting: () => new MemoryStorage(),
    })
    line.serve()
    line.hear()
    await vi.advanceTimersByTimeAsync(BUSY_MS)
    line.serve()
    line.hear()
    await settle()
    expect(page.missing.peek()).toBe('tooMany')
    await vi.advanceTimersByTimeAsync(BUSY_MS)
    await quiet(server)
    expect([page.missing.peek(), page.game.peek()]).toEqual([undefined, server.view])
  })
})

describe('offers', () => {
  test('a takeback that is accepted takes the move from both boards', async () => {
    const { server, anna, bert } = await seated()
    anna.page.play(anyMove(anna))
    await quiet(server)
    void anna.page.offer('takeback')
    await quiet(server)
    const [offer] = bert.page.game.peek()?.offers ?? []
    expect(offer).toMatchObject({ kind: 'takeback', by: 'black' })
    void bert.page.answer(offer?.id ?? 0, 'acceptOffer')
    await quiet(server)
    expect([moveCount(anna), moveCount(bert)]).toEqual([0, 0])
  })

  test('a draw that is declined may not be offered again straight away, and the page says so', async () => {
    const { server, anna, bert } = await seated()
    for (const who of [anna, bert]) {
      who.page.play(anyMove(who))
      await quiet(server)
    }
    void anna.page.offer('draw')
    await quiet(server)
    void bert.page.answer(server.view.offers[0]?.id ?? 0, 'declineOffer')
    await quiet(server)
    expect(anna.page.game.peek()?.offers).toEqual([])
    void anna.page.offer('draw')
    await quiet(server)
    expect(anna.page.refused.peek()).toBe('offerTooSoon')
    void bert.page.offer('draw')
    await quiet(server)
    void anna.page.answer(server.view.offers[0]?.id ?? 0, 'acceptOffer')
    await quiet(server)
    for (const { page } of [anna, bert]) expect(page.ending.peek()?.winner).toBe('draw')
  })
})

describe('a busy server', () => {
  test('is sent the same once more after the time it asked for', async () => {
    const { server, anna } = await seated()
    anna.line.busyFor = 1
    anna.page.play(anyMove(anna))
    anna.line.serve()
    anna.line.hear()
    await settle()
    const { isWaiting } = anna.line.connection
    expect([isWaiting.peek(), anna.page.isSending.peek()]).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(BUSY_MS)
    await quiet(server)
    expect([isWaiting.peek(), anna.page.refused.peek()]).toEqual([false, undefined])
    const [first, second, ...more] = commandsIn(anna.line)
    expect([second, more]).toEqual([first, []])
    expect(server.view.moves).toHaveLength(1)
  })

  test('that is still busy then has refused', async () => {
    const { server, anna } = await seated()
    anna.line.busyFor = 2
    anna.page.play(anyMove(anna))
    await quiet(server)
    await vi.advanceTimersByTimeAsync(BUSY_MS)
    await quiet(server)
    expect([moveCount(anna), anna.page.refused.peek()]).toEqual([0, 'tooMany'])
  })
})

test('a share is given once, however often it is sent, and its refusal is nobody’s news', async () => {
  const { server, anna, bert } = await seated({ setup: { kind: 'standard' } })
  expect(server.view.deal).toBeDefined()
  const late = new MemoryServer({ setup: { kind: 'standard' } })
  const again = seat(late, ANNA, 4)
  again.line.serve()
  again.line.hear()
  await settle()
  again.line.serve()
  again.line.lose()
  again.line.restore()
  await quiet(late)
  expect(late.view.shares.black).toBeDefined()
  for (const { page } of [anna, bert, again]) expect(page.refused.peek()).toBeUndefined()
  expect(new Set(commandsIn(again.line).map((message) => JSON.stringify(message))).size).toBe(1)
})

test('a page that has been left asks for nothing any more', async () => {
  const { server, anna } = await seated()
  anna.page.play(anyMove(anna))
  anna.page.dispose()
  anna.line.serveUnheard()
  await quiet(server)
  await vi.advanceTimersByTimeAsync(60_000)
  await quiet(server)
  expect(anna.line.read.at(-1)?.type).toBe('closeGame')
  expect(anna.line.isFollowing).toBe(false)
})

/** The actions of a player, and events of a connection. */
const ACTS = [
  'play',
  'serve',
  'hear',
  'serveUnheard',
  'lose',
  'restore',
  'busy',
  'wait',
  'takeback',
  'accept',
  'decline',
  'resign',
] as const

async function act({ line, page }: Seat, what: (typeof ACTS)[number], n: number): Promise<void> {
  const offer = page.game.peek()?.offers[0]?.id
  switch (what) {
    case 'play':
      if (page.record.peek() !== undefined) {
        const seat = { line, page }
        const turn = page.own.peek() ?? 'black'
        const moves = legalMoves({ ...board(seat), turn })
        const move = moves[n % Math.max(1, moves.length)]
        if (move !== undefined) page.play(move)
      }
      return
    case 'takeback':
      return void page.offer('takeback')
    case 'accept':
      return offer === undefined ? undefined : void page.answer(offer, 'acceptOffer')
    case 'decline':
      return offer === undefined ? undefined : void page.answer(offer, 'declineOffer')
    case 'resign':
      // Rarely, or every game would be short.
      return n % 5 === 0 ? void page.resign() : undefined
    case 'busy':
      line.busyFor = n % 3
      return
    case 'wait':
      await vi.advanceTimersByTimeAsync(BUSY_MS)
      return
    default:
      line[what]()
  }
}

test('whatever gets lost on the way, both pages end with what the server has', async () => {
  const weight = { play: 8, serve: 10, hear: 10, wait: 2, resign: 1 } as const
  const what = fc.oneof(
    ...ACTS.map((value) => ({
      weight: value in weight ? weight[value as keyof typeof weight] : 2,
      arbitrary: fc.constant(value),
    })),
  )
  const step = fc.record({ who: fc.nat(1), what, n: fc.nat(1000) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
      const { server, anna, bert } = await seated()
      for (const { who, what, n } of steps) {
        const actor = who === 0 ? anna : bert
        await act(actor, what, n)
        await settle()
        const known = actor.page.game.peek()
        expect(known?.version).toBeLessThanOrEqual(server.view.version)
      }
      for (const { line } of [anna, bert]) {
        line.busyFor = 0
        line.restore()
      }
      for (let round = 0; round < 4; round++) {
        await quiet(server)
        await vi.advanceTimersByTimeAsync(20_000)
      }
      await quiet(server)
      for (const { page } of [anna, bert]) {
        expect(page.game.peek()).toEqual(server.view)
        expect(page.isSending.peek()).toBe(false)
        expect(page.record.peek()?.live.peek()).toEqual(server.played.game.position)
      }
      expect(turnOf(server.view)).toBe(board(anna).turn)
    }),
    { numRuns: 300, seed: 20_260 },
  )
})
