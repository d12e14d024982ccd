// The painter starts a thread, which is there once it has been built.
import { createPainter } from '@hokito/picture/node'
import { seededGame } from '@hokito/rules/debug'
import { GifReader } from 'omggif'
import { afterAll, describe, expect, test } from 'vitest'
import { drawBoard, PLAIN_MANNER } from '../src/index.ts'

const painter = createPainter({ mostWaiting: 2 })
afterAll(() => painter.close())

function gifTask(seed: number, size: number) {
  const { positions, moves } = seededGame(seed, 'onTurn')
  return { kind: 'gif', start: positions[0] ?? fail(), moves, size, manner: PLAIN_MANNER } as const
}

describe('a moving picture', () => {
  test('has a frame for each position, and rests on the last', async () => {
    const task = gifTask(7, 200)
    const done: number[] = []
    const bytes = await painter.paint(task, (frame) => done.push(frame))
    const gif = new GifReader(Buffer.from(bytes ?? []))
    const plies = [...task.moves.keys(), task.moves.length]
    expect(gif.numFrames()).toBe(plies.length)
    expect([gif.width, gif.height]).toEqual([200, 200])
    expect(gif.loopCount()).toBe(0)
    const delays = plies.map((ply) => gif.frameInfo(ply).delay)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(100)
    expect(delays.at(-1)).toBe(Math.max(...delays))
    expect(done).toEqual(plies.map((ply) => ply + 1))
  })

  test('shows at its end what a picture of the last position shows', async () => {
    const task = gifTask(8, 96)
    const whole = pixelsOf((await painter.paint(task)) ?? new Uint8Array())
    const start = seededGame(8, 'onTurn').positions.at(-2) ?? fail()
    const lastMove = { ...task, start, moves: task.moves.slice(-1) }
    expect(pixelsOf((await painter.paint(lastMove)) ?? new Uint8Array())).toEqual(whole)
  })

  test('writes little more than what changes', async () => {
    const task = gifTask(7, 200)
    const first = await painter.paint({ ...task, moves: [] })
    const whole = await painter.paint(task)
    expect(whole?.length).toBeLessThan((first?.length ?? 0) * task.moves.length * 0.5)
  })
})

describe('a painter', () => {
  test('paints a PNG of the size of the drawing', async () => {
    const svg = drawBoard({ position: seededGame(1, 'either').positions[0] ?? fail() }, 128)
    const bytes = Buffer.from((await painter.paint({ kind: 'png', svg })) ?? [])
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([128, 128])
  })

  test('lets few wait, and takes orders again afterwards', async () => {
    const task = gifTask(2, 64)
    const orders = Array.from({ length: 5 }, () => painter.paint(task))
    expect(orders.map((order) => order !== undefined)).toEqual([true, true, true, false, false])
    await Promise.all(orders)
    expect((await painter.paint(task))?.length).toBeGreaterThan(0)
  })

  test('reports what cannot be painted, and paints the next', async () => {
    await expect(painter.paint({ kind: 'png', svg: 'no drawing' })).rejects.toThrow()
    const svg = drawBoard({ position: gifTask(2, 64).start }, 64)
    expect((await painter.paint({ kind: 'png', svg }))?.length).toBeGreaterThan(0)
  })

  test('that is closed leaves nobody waiting', async () => {
    const closing = createPainter({ mostWaiting: 2 })
    const orders = [closing.paint(gifTask(2, 64)), closing.paint(gifTask(3, 64))]
    const outcomes = Promise.allSettled(orders)
    await closing.close()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

// --- internal ---

function fail(): never {
  throw new Error('a game has a first position')
}

/** What is seen of a moving picture at its end. */
function pixelsOf(bytes: Uint8Array): Uint8Array {
  const gif = new GifReader(Buffer.from(bytes))
  const pixels = new Uint8Array(gif.width * gif.height * 4)
  for (let frame = 0; frame < gif.numFrames(); frame++) {
    gif.decodeAndBlitFrameRGBA(frame, pixels)
  }
  return pixels
}
