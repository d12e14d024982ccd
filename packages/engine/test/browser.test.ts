import { readFile } from 'node:fs/promises'
import { formatMove, legalMoves } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEngine as startInNode } from '../dist/node.js'
import { startEngine } from '../src/browser.ts'
import type { Engine } from '../src/engine.ts'
import { createLevelPlayer } from '../src/level-player.ts'
import type { Request, WorkerSettings } from '../src/messages.ts'
import { createWorker } from '../src/worker.ts'

/** A browser's worker, in this thread: it runs ours and hands messages over later, as a browser does. */
class FakeWorker {
  onmessage: (event: { readonly data: unknown }) => void = () => undefined
  #handle: ((request: Request) => void) | undefined
  #isEnded = false

  postMessage(message: unknown): void {
    setTimeout(() => {
      if (this.#isEnded) return
      // The first message brings the settings (web-worker.ts).
      if (this.#handle === undefined) {
        settings.push(message as WorkerSettings)
        this.#handle = createWorker(message as WorkerSettings, (data) => {
          setTimeout(() => this.#isEnded || this.onmessage({ data }))
        })
      } else this.#handle(message as Request)
    })
  }

  terminate(): void {
    this.#isEnded = true
  }
}

const settings: WorkerSettings[] = []

beforeEach(() => {
  settings.length = 0
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('fetch', async (url: URL) => {
    const name = url.pathname.split('/').at(-1)
    return new Response(await readFile(new URL(`../dist/hot/${name}`, import.meta.url)))
  })
})

afterEach(() => void vi.unstubAllGlobals())

async function findsAMove(): Promise<boolean> {
  const engine = startEngine()
  const position = seededGame(11, 'either').positions[4]
  if (position === undefined) throw new Error('the game is too short')
  const { move } = await engine.search(position, { depth: 2 })
  await engine.close()
  return legalMoves(position)
    .map(formatMove)
    .includes(move ? formatMove(move) : '')
}

describe('an engine in a browser', () => {
  test('that isolates the page but has no shared memory moves all the same', async () => {
    vi.stubGlobal('crossOriginIsolated', true)
    vi.stubGlobal('SharedArrayBuffer', undefined)
    expect(await findsAMove()).toBe(true)
    expect(settings).toMatchObject([{ words: undefined }])
  })

  test('that does not isolate the page moves without shared memory', async () => {
    vi.stubGlobal('crossOriginIsolated', false)
    expect(await findsAMove()).toBe(true)
    expect(settings).toMatchObject([{ words: undefined }])
  })

  test('that isolates the page uses shared memory', async () => {
    vi.stubGlobal('crossOriginIsolated', true)
    expect(await findsAMove()).toBe(true)
    expect(settings).toMatchObject([{ words: expect.any(SharedArrayBuffer) }])
  })

  test('plays as a level what the same level plays on a server', async () => {
    const position = seededGame(11, 'either').positions[4] ?? expect.fail()
    const movesOn = async (engine: Engine) => {
      const player = await createLevelPlayer(engine)
      const moves = []
      for (const level of [1, 5, 8, 9]) moves.push(await player.move(position, level))
      await player.close()
      return moves
    }
    expect(await movesOn(startEngine())).toEqual(await movesOn(startInNode()))
  })
})
