import { Worker } from 'node:worker_threads'
import { framesOf, type PaintTask } from './paint.ts'
import type { PaintNews } from './paint-thread.ts'

export { framesOf, type PaintTask } from './paint.ts'

/** Paints drawings as PNG and GIF in order, on a thread of its own. */
export interface Painter {
  /** Undefined if the queue is full. Rejects if the painter is closed before it has finished. */
  readonly paint: (
    task: PaintTask,
    onFrame?: (done: number) => void,
  ) => Promise<Uint8Array<ArrayBuffer>> | undefined
  /** Is the queue full, so that no other task is accepted? */
  readonly isFull: () => boolean
  readonly close: () => Promise<void>
}

/** Limits of a painter. */
export interface PainterOptions {
  /** Most tasks that may wait besides the current one. */
  readonly mostWaiting: number
}

/**
 * A painter whose thread starts with the first task. The rendering library frees its memory only
 * when its thread ends. So the painter ends the thread after a number of frames, and when it has
 * been idle for a while.
 */
export function createPainter({ mostWaiting }: PainterOptions): Painter {
  const waiting: Order[] = []
  let current: Order | undefined
  let thread: Thread | undefined
  let idle: NodeJS.Timeout | undefined

  function next(): void {
    if (thread !== undefined && thread.frames >= FRAMES_A_THREAD) retire()
    current = waiting.shift()
    if (current === undefined) {
      thread?.worker.unref()
      idle = setTimeout(retire, IDLE_MS)
      idle.unref()
      return
    }
    clearTimeout(idle)
    thread ??= startThread(hear, fail)
    thread.frames += framesOf(current.task)
    thread.worker.ref()
    thread.worker.postMessage(current.task)
  }

  function hear(news: PaintNews): void {
    if (news.kind === 'frame') return current?.onFrame?.(news.done)
    current?.resolve(news.bytes)
    next()
  }

  function fail(error: Error): void {
    thread = undefined
    current?.reject(error)
    next()
  }

  function retire(): void {
    void thread?.end()
    thread = undefined
  }

  const isFull = () => waiting.length >= mostWaiting
  return {
    isFull,
    paint: (task, onFrame) => {
      if (isFull()) return undefined
      return new Promise((resolve, reject) => {
        waiting.push({ task, onFrame, resolve, reject })
        if (current === undefined) next()
      })
    },
    close: async () => {
      const given = [current, ...waiting.splice(0)]
      current = undefined
      clearTimeout(idle)
      for (const order of given) order?.reject(new Error('the painter has been closed'))
      const ending = thread?.end()
      thread = undefined
      await ending
    },
  }
}

// --- internal ---

/** A frame takes 2 MB at the usual size, 3 MB for a preview. */
const FRAMES_A_THREAD = 40
const IDLE_MS = 10_000

interface Order {
  readonly task: PaintTask
  readonly onFrame: ((done: number) => void) | undefined
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** Number of frames that the thread was given to paint. */
  frames: number
  readonly end: () => Promise<unknown>
}

function startThread(onNews: (news: PaintNews) => void, onFailure: (error: Error) => void): Thread {
  const worker = new Worker(new URL('./paint-thread.js', import.meta.url))
  let isDismissed = false
  let failure: Error | undefined
  worker.on('message', (news: PaintNews) => {
    if (!isDismissed) onNews(news)
  })
  worker.on('error', (error: Error) => {
    failure = error
  })
  worker.on('exit', (code) => {
    if (!isDismissed)
      onFailure(failure ?? new Error(`the painter's thread ended with code ${code}`))
  })
  return {
    worker,
    frames: 0,
    end: () => {
      isDismissed = true
      return worker.terminate()
    },
  }
}
