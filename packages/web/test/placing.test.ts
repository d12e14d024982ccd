import { type GameView, placingMs } from '@hokito/protocol'
import { arrange, type Color, parseDeal, seededBytes } from '@hokito/rules'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { overdue } from '../../server/src/game/ending.ts'
import { ANNA, BERT } from '../../server/test/helpers/decisions.ts'
import { createOnlineGame, type OnlineGame } from '../src/models/online/online-game.ts'
import { type Line, MemoryServer, MemoryStorage } from './helpers/memory-server.ts'

const WHOLE = '111111222222333333'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A player's tab: its connection, its storage, and the page in it, which can be reloaded. */
class Tab {
  readonly server: MemoryServer
  readonly color: Color
  readonly storage = new MemoryStorage()
  line: Line
  page: OnlineGame
  #loads = 0

  constructor(server: MemoryServer, color: Color) {
    this.server = server
    this.color = color
    this.line = this.#newLine()
    this.page = this.#open()
  }

  /** Reloads the page. Messages on their way are lost, except those that the server has read. */
  reload(): void {
    this.line.lose()
    this.server.lines.splice(this.server.lines.indexOf(this.line), 1)
    this.line = this.#newLine()
    this.page = this.#open()
  }

  /** The side as this page shows it, from its own edge. */
  get side(): string | undefined {
    const { placed, setup } = this.page.placing
    const position = placed.peek() ?? setup.peek()?.position.peek()
    const half = this.color === 'black' ? position?.board.slice(0, 18) : position?.board.slice(18)
    const seen = half?.map((stack) => String(stack?.top.value ?? '-'))
    return (this.color === 'black' ? seen : seen?.toReversed())?.join('')
  }

  /** Places this number of the remaining pieces, or all of them. */
  place(count: number): void {
    const setup = this.page.placing.setup.peek()
    const squares = Array.from({ length: 18 }, (_, n) => (this.color === 'black' ? n : 35 - n))
    for (let placed = 0; placed < count; placed++) {
      const board = setup?.position.peek().board ?? []
      const square = squares.find((each) => board[each] === undefined)
      const value = ([1, 2, 3] as const).find((each) => {
        return (setup?.rest.peek()[this.color][each] ?? 0) > 0
      })
      if (square === undefined || value === undefined) return
      setup?.letGo()
      setup?.take({ color: this.color, value })
      setup?.press(square)
    }
  }

  #newLine(): Line {
    return this.server.line(this.color === 'black' ? ANNA : BERT)
  }

  #open(): OnlineGame {
    return createOnlineGame(this.server.view.id, {
      connection: this.line.connection,
      randomBytes: seededBytes(++this.#loads + (this.color === 'black' ? 100 : 200)),
      storage: () => this.storage,
      lasting: () => this.storage,
    })
  }
}

/** Delivers everything that is on its way or about to be sent. */
async function quiet(server: MemoryServer): Promise<void> {
  for (let n = 0; n < 12; n++) {
    await vi.advanceTimersByTimeAsync(300)
    for (const line of [...server.lines]) {
      while (!line.isQuiet) {
        line.serve()
        line.hear()
        await vi.advanceTimersByTimeAsync(0)
      }
    }
  }
}

async function begun() {
  const server = new MemoryServer({ setup: { kind: 'placed' } })
  const anna = new Tab(server, 'black')
  const bert = new Tab(server, 'white')
  await quiet(server)
  return { server, anna, bert }
}

function dealtSide({ deal = '' }: GameView, color: Color): string {
  const parsed = parseDeal(deal)
  if (!parsed.ok) return expect.fail('no deal')
  const values = arrange(parsed.value).map(({ value }) => value)
  return (color === 'black' ? values.slice(0, 18) : values.slice(18).reverse()).join('')
}

describe('placing our own pieces online', () => {
  test('is kept by the server soon after each change, and the other side hears nothing', async () => {
    const { server, anna, bert } = await begun()
    const heard = vi.fn()
    bert.line.connection.on('update', heard)
    anna.place(7)
    await quiet(server)
    expect(server.played.game.arrangements).toEqual({ black: '1111112-----------' })
    expect([anna.side, bert.side]).toEqual(['1111112-----------', '-'.repeat(18)])
    expect(heard).not.toHaveBeenCalled()
    expect(anna.line.read.filter(({ type }) => type === 'draft')).toHaveLength(1)
  })

  test('begins the game once both are ready, with both sides as they were placed', async () => {
    const { server, anna, bert } = await begun()
    anna.place(18)
    anna.page.placing.ready()
    await quiet(server)
    expect([anna.page.placing.isReady.peek(), anna.side]).toEqual([true, WHOLE])
    expect(bert.page.game.peek()?.placed).toEqual({ black: 'byPlayer' })
    bert.place(18)
    bert.page.placing.setup.peek()?.mirror()
    const side = bert.side
    bert.page.placing.ready()
    await quiet(server)
    for (const { page } of [anna, bert]) expect(page.phase.peek()).toBe('playing')
    expect(dealtSide(server.view, 'black')).toBe(WHOLE)
    expect(dealtSide(server.view, 'white')).toBe(side)
  })

  test('is not ready with a piece missing', async () => {
    const { server, anna } = await begun()
    anna.place(17)
    anna.page.placing.ready()
    await quiet(server)
    expect(server.view.placed).toEqual({})
  })

  test('comes back after a reload, also what was placed while the line was lost', async () => {
    const { server, anna } = await begun()
    anna.place(3)
    await quiet(server)
    anna.line.lose()
    anna.place(4)
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.played.game.arrangements.black).toBe('111---------------')
    anna.reload()
    await quiet(server)
    expect(anna.side).toBe('1111112-----------')
    expect(server.played.game.arrangements.black).toBe('1111112-----------')
  })

  test('counts once where the answer to being ready was lost', async () => {
    const { server, anna } = await begun()
    anna.place(18)
    await quiet(server)
    anna.page.placing.ready()
    anna.line.serve()
    anna.line.lose()
    await vi.advanceTimersByTimeAsync(0)
    expect(anna.side).toBe(WHOLE)
    anna.line.restore()
    await quiet(server)
    expect(server.view.version).toBe(2)
    expect([anna.page.placing.isReady.peek(), anna.page.refused.peek()]).toEqual([true, undefined])
    anna.reload()
    await quiet(server)
    expect(anna.side).toBe(WHOLE)
  })

  test('shows on a second page what the first has placed for good', async () => {
    const { server, anna } = await begun()
    const second = new Tab(server, 'black')
    second.place(5)
    await quiet(server)
    anna.place(18)
    anna.page.placing.setup.peek()?.mirror()
    anna.page.placing.ready()
    await quiet(server)
    await quiet(server)
    expect([second.page.placing.isReady.peek(), second.side]).toEqual([true, anna.side])
  })

  test('ends with its time, with what was placed', async () => {
    const { server, anna } = await begun()
    anna.place(2)
    await quiet(server)
    expect(anna.page.placing.leftMs()).toBe(placingMs(server.view.terms.timeControl))
    server.played.now += placingMs(server.view.terms.timeControl)
    const events = overdue(server.played.game, server.played.circumstances())
    server.played.take({ events })
    anna.reload()
    await quiet(server)
    expect(anna.page.phase.peek()).toBe('playing')
    expect(anna.page.placing.leftMs()).toBeUndefined()
    expect(dealtSide(server.view, 'black')).toMatch(/^11/)
  })

  test('ends as it was shown, whatever happens to lines and pages', async () => {
    const step = fc.record({
      who: fc.constantFrom('anna', 'bert'),
      what: fc.constantFrom(
        'place',
        'place',
        'undo',
        'mirror',
        'lose',
        'restore',
        'reload',
        'serve',
        'wait',
      ),
      count: fc.integer({ min: 1, max: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { server, ...tabs } = await begun()
        for (const { who, what, count } of steps) {
          const tab = tabs[who as 'anna' | 'bert']
          const setup = tab.page.placing.setup.peek()
          if (what === 'place') tab.place(count)
          else if (what === 'undo') setup?.undo()
          else if (what === 'mirror') setup?.mirror()
          else if (what === 'lose') tab.line.lose()
          else if (what === 'restore') tab.line.restore()
          else if (what === 'wait') await vi.advanceTimersByTimeAsync(count * 200)
          else if (what === 'serve') {
            tab.line.serve()
            tab.line.hear()
            await vi.advanceTimersByTimeAsync(0)
          } else {
            const before = tab.side
            tab.reload()
            tab.line.restore()
            await quiet(server)
            // The reloaded page shows the same as before.
            if (before !== undefined) expect(tab.side).toBe(before)
          }
        }
        for (const tab of Object.values(tabs)) tab.line.restore()
        await quiet(server)
        const shown = Object.values(tabs).map((tab) => {
          tab.place(18)
          tab.page.placing.ready()
          return tab.side
        })
        await quiet(server)
        const dealt = (['black', 'white'] as const).map((color) => dealtSide(server.view, color))
        expect(dealt).toEqual(shown)
      }),
      { seed: 5, numRuns: 60 },
    )
  }, 60_000)
})
