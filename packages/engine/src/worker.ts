import type { Answer, Request, Response, WorkerSettings } from './messages.ts'
import { Searcher } from './searcher.ts'

/** Answers requests inside a worker, one after another; `post` sends to the facade. */
export function createWorker(
  { stopFlag }: WorkerSettings,
  post: (response: Response) => void,
): (request: Request) => void {
  let searcher = new Searcher(DEFAULT_HASH_MIB)
  const flag = stopFlag === undefined ? undefined : new Int32Array(stopFlag)
  const now = () => performance.now()

  function answer(request: Request): Answer {
    const { id } = request
    const isStopped = () => flag !== undefined && Atomics.load(flag, 0) === id
    switch (request.kind) {
      case 'configure':
        searcher = new Searcher(request.hashMiB)
        return { kind: 'nothing' }
      case 'newGame':
        searcher.newGame()
        return { kind: 'nothing' }
      case 'search': {
        const onInfo = (info: Parameters<Parameters<Searcher['search']>[3]>[0]) =>
          post({ kind: 'info', id, info })
        const result = searcher.search(request.position, request.limits, { isStopped, now }, onInfo)
        return { kind: 'search', result }
      }
      case 'solve': {
        const onProgress = (nodes: number, elapsedMs: number) =>
          post({ kind: 'progress', id, nodes, elapsedMs })
        const proof = searcher.solve(request.position, { isStopped, now }, onProgress)
        return { kind: 'solve', proof }
      }
      case 'perft': {
        const count = searcher.perft(request.position, request.depth, { isStopped, now })
        return { kind: 'perft', count }
      }
    }
  }

  post({ kind: 'ready' })
  return (request) => {
    try {
      post({ kind: 'done', id: request.id, answer: answer(request) })
    } catch (error) {
      // The edge of the worker: the facade rejects the call with this message.
      post({ kind: 'failed', id: request.id, message: String(error) })
    }
  }
}

/** Enough for a minute of thinking, small enough for a phone. */
export const DEFAULT_HASH_MIB = 32
