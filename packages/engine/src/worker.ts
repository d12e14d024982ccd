import {
  type Answer,
  HELP_WORD,
  type Request,
  type Response,
  type SharedWords,
  STOP_WORD,
  sharedWords,
  type WorkerSettings,
} from './messages.ts'
import type { PackedProgress } from './packed.ts'
import { type HelperWatch, Searcher, type Watch } from './searcher.ts'

/** Answers requests inside a worker, one after another; `post` sends to the facade. */
export function createWorker(
  { parts, words: shared }: WorkerSettings,
  post: (response: Response) => void,
): (request: Request) => void {
  const searcher = new Searcher(parts)
  const words = shared && sharedWords(shared)

  function answer(request: Request): Answer {
    const { id } = request
    const watch = watchOf(id, words)
    switch (request.kind) {
      case 'newGame':
        searcher.newGame()
        return { kind: 'nothing' }
      case 'search':
        searcher.search(request.position, request.limits, watch, (info) =>
          post({ kind: 'info', id, info }),
        )
        return { kind: 'nothing' }
      case 'assist':
        searcher.assist(request.position, request.limits, helperWatchOf(id, words, parts.thread))
        return { kind: 'nothing' }
      case 'assistProof':
        searcher.assistProof(request.position, request.goal, helperWatchOf(id, words, parts.thread))
        return { kind: 'nothing' }
      case 'solve': {
        const report = (progress: PackedProgress) => post({ kind: 'progress', id, progress })
        const proof = searcher.solve(request.position, watch, report, request)
        return { kind: 'solve', proof }
      }
      case 'perft':
        return { kind: 'perft', count: searcher.perft(request.position, request.depth, watch) }
    }
  }

  return (request) => {
    try {
      post({ kind: 'done', id: request.id, answer: answer(request) })
    } catch (error) {
      // The edge of the worker: the facade rejects the call with this message.
      post({ kind: 'failed', id: request.id, message: String(error) })
    }
  }
}

// --- internal ---

function watchOf(id: number, words: SharedWords | undefined): Watch {
  return {
    isStopped: () => hasPassed(words, STOP_WORD, id),
    now: () => performance.now(),
    generation: id,
    helpersNodes: () => words?.nodes.reduce((sum, nodes) => sum + nodes, 0) ?? 0,
  }
}

function helperWatchOf(id: number, words: SharedWords | undefined, thread: number): HelperWatch {
  const watch = watchOf(id, words)
  return {
    ...watch,
    thread,
    isStopped: () => watch.isStopped() || hasPassed(words, HELP_WORD, id),
    onNodes: (nodes) => {
      if (words !== undefined) words.nodes[thread] = nodes
    },
  }
}

/** Requests are numbered in order, so a word that is ahead of this one also stops it. */
function hasPassed(words: SharedWords | undefined, word: number, id: number): boolean {
  return words !== undefined && Atomics.load(words.stops, word) >= id
}
