import type { Engine, SearchInfo } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { err, ok, type Position, type Result } from '@hokito/rules'
import type { AddressKey } from '../limiting/addresses.ts'
import { Turns } from '../limiting/turns.ts'

/** How far a position is looked into. */
export interface AnalysisLimits {
  readonly nodes: number
  /** How many best moves to tell apart. */
  readonly lines: number
}

/** Whoever has a position looked into. */
export interface AnalysisAsker {
  readonly address: AddressKey
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/**
 * Looks into positions for programs, all on one thread and one after the other, so that they take no more of the
 * machine than that, however many ask. Addresses take turns.
 */
export class Analyst {
  readonly #waiting = new Turns<AddressKey, Question>(MOST_WAITING, MOST_OF_ADDRESS)
  #engine: Engine | undefined
  #isWorking = false
  #isClosed = false

  /**
   * What the engine makes of a position in which somebody can move; the same question always has the same answer.
   * @returns 'busy' where too much waits already, or the server stops
   * @throws Error where the engine fails; the next question has a new one
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
    // What was learned from the question before would change the answer to this one.
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

/** Positions that wait in all, and of one address. */
const MOST_WAITING = 20
const MOST_OF_ADDRESS = 2

interface Question {
  readonly position: Position
  readonly limits: AnalysisLimits
  readonly signal: AbortSignal
  readonly resolve: (answer: Result<SearchInfo, 'busy'>) => void
  readonly reject: (error: unknown) => void
}
