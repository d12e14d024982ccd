/**
 * Waits for the next call, with a timeout. A call between two waits ends the next wait straight
 * away.
 */
export class Waker {
  #isCalled = false
  #resolve: (() => void) | undefined

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', this.wake, { once: true })
  }

  readonly wake = (): void => {
    this.#isCalled = true
    this.#resolve?.()
  }

  /** Was there a call before the timeout? */
  async isWoken(mostMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    if (!this.#isCalled) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve
        timer = setTimeout(resolve, mostMs)
      })
    }
    clearTimeout(timer)
    this.#resolve = undefined
    const isCalled = this.#isCalled
    this.#isCalled = false
    return isCalled
  }
}
