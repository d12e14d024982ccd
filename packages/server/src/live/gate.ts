/**
 * Runs any number of tasks at a time, except while it is shut. It starts shut, and can be shut
 * again only when no task is running.
 */
export class Gate {
  #inside = 0
  #shut: Shut | undefined = newShut()

  get isOpen(): boolean {
    return this.#shut === undefined
  }

  /**
   * Runs a task as soon as the gate is open.
   * @throws Error when the gate ends before that
   */
  async pass<T>(task: () => Promise<T>): Promise<T> {
    while (this.#shut !== undefined) await this.#shut.opened
    this.#inside++
    try {
      return await task()
    } finally {
      this.#inside--
    }
  }

  open(): void {
    this.#shut?.open()
    this.#shut = undefined
  }

  /** Shuts the gate unless a task is running or it is already shut. Returns whether it did. */
  shut(): boolean {
    if (this.#inside > 0 || this.#shut !== undefined) return false
    this.#shut = newShut()
    return true
  }

  /** Rejects all waiting tasks when the gate will never open again. */
  end(): void {
    this.#shut?.end(new Error('the games are closed'))
  }
}

// --- internal ---

interface Shut {
  readonly opened: Promise<void>
  readonly open: () => void
  readonly end: (error: Error) => void
}

function newShut(): Shut {
  let open: Shut['open'] = () => undefined
  let end: Shut['end'] = () => undefined
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve
    end = reject
  })
  // The rejection matters only to waiting tasks, and there may be none.
  opened.catch(() => undefined)
  return { opened, open, end }
}
