import type { Position } from '@hokito/rules'
import type {
  Engine,
  EngineSettings,
  SearchInfo,
  SearchLimits,
  SearchOptions,
  SearchResult,
  SolveOptions,
  SolveProgress,
  SolveResult,
} from './engine.ts'
import type { Answer, Request, Response } from './messages.ts'
import {
  packLimits,
  packPosition,
  unpackInfo,
  unpackMove,
  unpackProgress,
  unpackProof,
} from './pack.ts'
import { isHelped, type PackedInfo, type PackedProgress } from './packed.ts'
import type { Platform } from './platform.ts'
import { startTeam, type Team } from './team.ts'

/** The engine over the workers of a platform. */
export function createEngine(platform: Platform): Engine {
  const host = new Host(platform)
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
    configure: async (settings) => {
      checkRange('hashMiB', settings.hashMiB, MOST_HASH_MIB)
      checkRange('threads', settings.threads, MOST_THREADS)
      await host.configure(settings)
    },
    newGame: async () => void (await host.run(FRESH_START)),
    close: () => host.close(),
  }
}

// --- internal ---

const MOST_HASH_MIB = 4096
/** The number of areas for which `core.ts` leaves room. */
const MOST_THREADS = 64

function checkRange(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return
  throw new RangeError(`${name} must be a whole number from 1 to ${most}, not ${value}`)
}

interface Job {
  readonly make: (id: number) => Request
  /** The request for the other threads meanwhile. */
  readonly makeHelp?: (id: number) => Request
  readonly signal?: AbortSignal
  readonly onInfo?: (info: PackedInfo) => void
  readonly onProgress?: (progress: PackedProgress) => void
}

const FRESH_START: Job = { make: (id) => ({ kind: 'newGame', id }) }

interface Running extends Job {
  readonly id: number
  readonly resolve: (answer: Answer | undefined) => void
  readonly reject: (error: Error) => void
}

/** Gives jobs to a team of workers, one after another, and starts another team when one is lost. */
class Host {
  readonly #platform: Platform
  #settings: EngineSettings = { hashMiB: 32, threads: 1 }
  #team: Team | undefined
  #running: Running | undefined
  #lastId = 0
  #isClosed = false
  #queue: Promise<unknown> = Promise.resolve()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * Resolves in turn with the answer; undefined if the job was stopped without an answer of its
   * own.
   */
  run(job: Job): Promise<Answer | undefined> {
    return this.#enqueue(() => this.#start(job))
  }

  configure(changed: Partial<EngineSettings>): Promise<void> {
    return this.#enqueue(async () => {
      const before = this.#settings
      this.#settings = { ...before, ...changed }
      await this.#dismiss()
      // Starts a team straight away, so that a caller who asked for too much learns it now, and the
      // previous settings stay.
      await this.#start(FRESH_START).catch((error: unknown) => {
        this.#settings = before
        throw error
      })
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    await this.#queue
    await this.#dismiss()
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    // The queue continues after a failure; the caller receives the error.
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #start(job: Job): Promise<Answer | undefined> {
    if (this.#isClosed) throw new Error('the engine is closed')
    if (job.signal?.aborted === true) return undefined
    this.#team ??= await this.#assemble()
    if (this.#isClosed) return undefined
    const team = this.#team
    const id = ++this.#lastId
    const stop = () => this.#stop()
    return new Promise<Answer | undefined>((resolve, reject) => {
      this.#running = { ...job, id, resolve, reject }
      job.signal?.addEventListener('abort', stop, { once: true })
      team.post(job.make(id), job.makeHelp?.(id))
      // The job may have been stopped while the workers started.
      if (job.signal?.aborted === true) stop()
    }).finally(() => job.signal?.removeEventListener('abort', stop))
  }

  async #assemble(): Promise<Team> {
    const hear = (response: Response) => this.#onResponse(response)
    const team = await startTeam(this.#platform, this.#settings, hear, (error) => {
      // A broken team is not used again; the next job starts a new one.
      if (this.#team === team) void this.#dismiss()
      this.#settle((job) => job.reject(error))
    })
    return team
  }

  async #dismiss(): Promise<void> {
    const dismissed = this.#team
    this.#team = undefined
    await dismissed?.terminate()
  }

  #stop(): void {
    const { id } = this.#running ?? {}
    if (id === undefined || this.#team?.stop(id) === true) return
    void this.#dismiss()
    this.#settle((job) => job.resolve(undefined))
  }

  #onResponse(response: Response): void {
    if (this.#running?.id !== response.id) return
    switch (response.kind) {
      case 'info':
        return this.#running.onInfo?.(response.info)
      case 'progress':
        return this.#running.onProgress?.(response.progress)
      case 'done':
        return this.#settle((job) => job.resolve(response.answer))
      case 'failed':
        return this.#settle((job) =>
          job.reject(new Error(`the engine failed: ${response.message}`)),
        )
    }
  }

  /** Ends the running job, and stops the other threads that help with it. */
  #settle(action: (job: Running) => void): void {
    const job = this.#running
    this.#running = undefined
    if (job === undefined) return
    this.#team?.stopHelpers(job.id)
    action(job)
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
  await host.run({
    make: (id) => ({ kind: 'search', id, position: packed, limits: packLimits(limits) }),
    // A level is equally strong with any number of threads.
    ...(limits.level === undefined && {
      makeHelp: (id: number): Request => ({
        kind: 'assist',
        id,
        position: packed,
        limits: packLimits(limits),
      }),
    }),
    ...(signal && { signal }),
    onInfo: (info) => {
      last = unpackInfo(info)
      onInfo?.(last)
    },
  })
  return { move: last?.lines[0]?.moves[0], info: last }
}

async function solveOn(
  host: Host,
  position: Position,
  { goal = 'margin', nodes: most = Number.POSITIVE_INFINITY, onProgress, signal }: SolveOptions,
): Promise<SolveResult> {
  const packed = packPosition(position)
  let last: SolveProgress | undefined
  const answer = await host.run({
    make: (id) => ({ kind: 'solve', id, position: packed, goal, nodes: most }),
    ...(isHelped(most) && {
      makeHelp: (id: number): Request => ({ kind: 'assistProof', id, position: packed, goal }),
    }),
    ...(signal && { signal }),
    onProgress: (progress) => {
      last = unpackProgress(progress)
      onProgress?.(last)
    },
  })
  if (answer?.kind === 'solve') {
    const { moves, nodes, elapsedMs } = answer.proof
    const played = moves.filter((move) => move !== 0).map(unpackMove)
    return { solved: unpackProof(answer.proof), moves: played, nodes, elapsedMs }
  }
  // It was stopped by ending its worker, so only its last report is left.
  const { verdict, move, nodes = 0, elapsedMs = 0 } = last ?? {}
  const solved = verdict && ({ kind: 'solved', verdict, margin: undefined } as const)
  return { solved, moves: move === undefined ? [] : [move], nodes, elapsedMs }
}
