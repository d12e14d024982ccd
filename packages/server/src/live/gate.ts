/**
 * Lets tasks in, any number at a time, except while it is shut. It is shut until it is first opened, and
 * can be shut again only while nobody is inside.
 */
export class Gate {
  #inside = 0
  #shut: Shut | undefined = newShut()

  get isOpen(): boolean {
    return this.#shut === undefined
  }

  /**
   * Runs a task as soon as the gate is open.
   * @throws Error when it is ended before that
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

  /** Shuts it unless somebody is inside or it is shut already; says whether it has. */
  shut(): boolean {
    if (this.#inside > 0 || this.#shut !== undefined) return false
    this.#shut = newShut()
    return true
  }

  /** Turns away all who wait, where it will not be opened any more. */
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
  // That it was ended concerns those who wait, and there may be none.
  opened.catch(() => undefined)
  return { opened, open, end }
}
