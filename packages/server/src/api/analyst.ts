import type { Engine, SearchInfo } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { err, ok, type Position, type Result } from '@hokito/rules'
import type { AddressKey } from '../limiting/addresses.ts'
import { Turns } from '../limiting/turns.ts'

/** The limits of an analysis. */
export interface AnalysisLimits {
  readonly nodes: number
  /** The number of best moves to report. */
  readonly lines: number
}

/** The client that requests an analysis. */
export interface AnalysisAsker {
  readonly address: AddressKey
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
}

/**
 * Analyses positions for programs, one after the other on a single thread, so that they take no
 * more of the machine, however many ask. Addresses take turns.
 */
export class Analyst {
  readonly #waiting = new Turns<AddressKey, Question>(MOST_WAITING, MOST_OF_ADDRESS)
  #engine: Engine | undefined
  #isWorking = false
  #isClosed = false

  /**
   * Analyses a position in which the side to move can move; the same question always has the same
   * answer.
   * @returns 'busy' if too many questions are waiting, or the server is stopping
   * @throws Error when the engine fails; the next question gets a new engine
   */
  analyse(
    position: Position,
    limits: AnalysisLimits,
    { address, signal }: AnalysisAsker,
  ): Promise<Result<SearchInfo, 'busy'>> {
    return new Promise((resolve, reject) => {
      const question = { position, limits, signal, resolve, reject }
      const dropped = this.#isClosed ? question : this.#waiting.add(address, question)
      dropped?.resolve(err('busy'))
      void this.#work()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let left = this.#waiting.next(); left !== undefined; left = this.#waiting.next()) {
      left.resolve(err('busy'))
    }
    await this.#drop()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      try {
        next.resolve(await this.#answer(next))
      } catch (error) {
        await this.#drop()
        next.reject(error)
      }
    }
    this.#isWorking = false
  }

  async #answer({ position, limits, signal }: Question): Promise<Result<SearchInfo, 'busy'>> {
    if (signal.aborted) return err('busy')
    this.#engine ??= startEngine()
    // Knowledge from the previous question would change this answer.
    await this.#engine.newGame()
    const asked = { ...limits, isAnalysis: true }
    const { info } = await this.#engine.search(position, asked, { signal })
    return info === undefined ? err('busy') : ok(info)
  }

  async #drop(): Promise<void> {
    const engine = this.#engine
    this.#engine = undefined
    await engine?.close()
  }
}

// --- internal ---

/** The most positions waiting in all, and from one address. */
const MOST_WAITING = 20
const MOST_OF_ADDRESS = 2

interface Question {
  readonly position: Position
  readonly limits: AnalysisLimits
  readonly signal: AbortSignal
  readonly resolve: (answer: Result<SearchInfo, 'busy'>) => void
  readonly reject: (error: unknown) => void
}
