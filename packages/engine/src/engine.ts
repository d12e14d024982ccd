import type { Position } from '@hokito/rules'
import { type Solved, verdictOf } from './evaluation.ts'
import type {
  Engine,
  Line,
  SearchInfo,
  SearchLimits,
  SearchOptions,
  SearchResult,
  SolveOptions,
  SolveResult,
} from './limits.ts'
import type {
  Answer,
  PackedInfo,
  PackedLimits,
  PackedLine,
  PackedProof,
  Request,
  Response,
  WorkerSettings,
} from './messages.ts'
import { packPosition, unpackMove } from './pack.ts'

/** A worker as the facade sees it. */
export interface Port {
  post(request: Request): void
  /** Ends it at once; what it gives back may be awaited. */
  terminate(): unknown
}

/** Starts a worker; it reports its responses, or that it broke down. */
export type Spawn = (
  settings: WorkerSettings,
  onResponse: (response: Response) => void,
  onFailure: (error: Error) => void,
) => Port

/**
 * The engine over any kind of worker. With shared memory a running job is stopped by a flag and the worker
 * keeps what it learned; without it the worker is ended, and the job settles with the best it had told.
 */
export function createEngine(spawn: Spawn, canShare: boolean): Engine {
  const host = createHost(spawn, canShare)
  return {
    search: async (position, limits, options = {}) => searchOn(host, position, limits, options),
    solve: async (position, options = {}) => solveOn(host, position, options),
    perft: async (position, depth, signal) => {
      const packed = packPosition(position)
      const job = {
        make: (id: number): Request => ({ kind: 'perft', id, position: packed, depth }),
      }
      const answer = await host.run({ ...job, ...(signal && { signal }) })
      return answer?.kind === 'perft' ? answer.count : undefined
    },
    configure: async ({ hashMiB }) => {
      if (hashMiB !== undefined) {
        await host.run({ make: (id) => ({ kind: 'configure', id, hashMiB }) })
      }
    },
    newGame: async () => void (await host.run({ make: (id) => ({ kind: 'newGame', id }) })),
    close: () => host.close(),
  }
}

// --- internal ---

interface Job {
  readonly make: (id: number) => Request
  readonly signal?: AbortSignal
  readonly onInfo?: (info: PackedInfo) => void
  readonly onProgress?: (nodes: number, elapsedMs: number) => void
}

interface Running extends Job {
  readonly id: number
  readonly resolve: (answer: Answer | undefined) => void
  readonly reject: (error: Error) => void
}

interface Host {
  /** Answers in turn; undefined when the job was stopped without an answer of its own. */
  run(job: Job): Promise<Answer | undefined>
  close(): Promise<void>
}

function createHost(spawn: Spawn, canShare: boolean): Host {
  const flag = canShare ? new Int32Array(new SharedArrayBuffer(4)) : undefined
  let port: Port | undefined
  let running: Running | undefined
  let lastId = 0
  let isClosed = false
  let queue: Promise<unknown> = Promise.resolve()

  function settle(action: (job: Running) => void): void {
    const job = running
    running = undefined
    if (job !== undefined) action(job)
  }

  function onResponse(response: Response): void {
    if (response.kind === 'ready' || running?.id !== response.id) return
    switch (response.kind) {
      case 'info':
        return running.onInfo?.(response.info)
      case 'progress':
        return running.onProgress?.(response.nodes, response.elapsedMs)
      case 'done':
        return settle((job) => job.resolve(response.answer))
      case 'failed':
        return settle((job) => job.reject(new Error(`the engine failed: ${response.message}`)))
    }
  }

  function startPort(): Port {
    const started = spawn({ stopFlag: flag?.buffer }, onResponse, (error) => {
      // A broken worker is not used again; the next job starts a fresh one.
      if (port === started) port = undefined
      settle((job) => job.reject(error))
    })
    return started
  }

  function stop(): void {
    if (running === undefined) return
    if (flag !== undefined) {
      Atomics.store(flag, 0, running.id)
      return
    }
    void port?.terminate()
    port = undefined
    settle((job) => job.resolve(undefined))
  }

  function start(job: Job): Promise<Answer | undefined> {
    if (isClosed) return Promise.reject(new Error('the engine is closed'))
    if (job.signal?.aborted === true) return Promise.resolve(undefined)
    return new Promise<Answer | undefined>((resolve, reject) => {
      port ??= startPort()
      running = { ...job, id: ++lastId, resolve, reject }
      job.signal?.addEventListener('abort', stop, { once: true })
      port.post(job.make(lastId))
    }).finally(() => job.signal?.removeEventListener('abort', stop))
  }

  return {
    run(job) {
      const result = queue.then(() => start(job))
      // The queue goes on after a failure; whoever asked is told.
      queue = result.catch(() => undefined)
      return result
    },
    async close() {
      isClosed = true
      stop()
      await queue
      await port?.terminate()
      port = undefined
    },
  }
}

async function searchOn(
  host: Host,
  position: Position,
  limits: SearchLimits,
  { onInfo, signal }: SearchOptions,
): Promise<SearchResult> {
  const packed = packPosition(position)
  let last: SearchInfo | undefined
  const answer = await host.run({
    make: (id) => ({ kind: 'search', id, position: packed, limits: packLimits(limits) }),
    ...(signal && { signal }),
    onInfo: (info) => {
      last = unpackInfo(info)
      onInfo?.(last)
    },
  })
  if (answer?.kind !== 'search') return { move: last?.lines[0]?.moves[0], info: last }
  const { move, info } = answer.result
  return {
    move: move === 0 ? undefined : unpackMove(move),
    info: info === undefined ? undefined : unpackInfo(info),
  }
}

async function solveOn(
  host: Host,
  position: Position,
  { onProgress, signal }: SolveOptions,
): Promise<SolveResult> {
  const packed = packPosition(position)
  let progress = { nodes: 0, elapsedMs: 0 }
  const answer = await host.run({
    make: (id) => ({ kind: 'solve', id, position: packed }),
    ...(signal && { signal }),
    onProgress: (nodes, elapsedMs) => {
      progress = { nodes, elapsedMs }
      onProgress?.(progress)
    },
  })
  if (answer?.kind !== 'solve') return { solved: undefined, ...progress }
  const { proof } = answer
  return { solved: solvedOf(proof), nodes: proof.nodes, elapsedMs: proof.elapsedMs }
}

function solvedOf({ verdict, margin }: PackedProof): Solved | undefined {
  return verdict === undefined ? undefined : { kind: 'solved', verdict: verdictOf(verdict), margin }
}

function packLimits({ clock, ...limits }: SearchLimits): PackedLimits {
  if (clock === undefined) return limits
  const of = (color: 'black' | 'white') => ({
    remainingMs: clock.remainingMs[color],
    incrementMs: clock.incrementMs[color],
  })
  return { ...limits, clock: { black: of('black'), white: of('white') } }
}

function unpackInfo({ lines, ...info }: PackedInfo): SearchInfo {
  return { ...info, lines: lines.map(unpackLine) }
}

function unpackLine({ kind, value, margin, moves }: PackedLine): Line {
  return {
    moves: moves.map(unpackMove),
    value:
      kind === 'estimate' ? { kind, points: value } : { kind, verdict: verdictOf(value), margin },
  }
}
