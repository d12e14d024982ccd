import { type ReadonlySignal, signal } from '@preact/signals'
import { parseJson } from './json.ts'
import { unlessRefused } from './unless-refused.ts'

/** A player's progress, kept on this device under one key. */
export interface KeptProgress<T> {
  readonly value: ReadonlySignal<T>
  /** The key under which an unreadable value was set aside at the start, if there was one. */
  readonly damagedKey: string | undefined
  /**
   * Changes the latest stored value, including another tab's changes; false if the browser does not
   * store it. The page continues with the new value in either case.
   */
  change(next: (now: T) => T): boolean
  /**
   * Merges a value, as {@link change} does. Returns a function that undoes it; or undefined, with
   * nothing changed, if there is no room.
   */
  takeIn(next: (now: T) => T): (() => void) | undefined
}

interface ProgressShape<T> {
  readonly key: string
  /** The value if nothing is stored. */
  readonly none: T
  /** Reads parsed JSON; undefined if it is not such progress. */
  readonly read: (json: unknown) => T | undefined
}

/**
 * Progress over the browser's storage, which it may forbid. An unreadable value is set aside under
 * a key that ends in `:damaged`, and progress starts again.
 */
export function createKeptProgress<T>(
  storage: () => Storage,
  { key, none, read }: ProgressShape<T>,
): KeptProgress<T> {
  let damagedKey: string | undefined
  /** Did the browser not store this page's latest value? */
  let isBehind = false
  /** The stored value; the page's own if the browser stores nothing. */
  const load = (otherwise: T): T => {
    const text = unlessRefused(() => storage().getItem(key)) ?? null
    if (text === null || isBehind) return otherwise
    const kept = read(parseJson(text))
    if (kept === undefined) {
      damagedKey = `${key}:damaged`
      unlessRefused(() => setAside(storage(), key, text))
    }
    return kept ?? none
  }
  const value = signal(load(none))
  const write = (next: T): boolean => {
    const isStored = unlessRefused(() => {
      storage().setItem(key, JSON.stringify(next))
      return true
    })
    isBehind = isStored === undefined
    return !isBehind
  }
  return {
    value,
    damagedKey,
    change: (next) => {
      value.value = next(load(value.peek()))
      return write(value.peek())
    },
    takeIn: (next) => {
      const wasBehind = isBehind
      const before = load(value.peek())
      const text = unlessRefused(() => storage().getItem(key)) ?? null
      const after = next(before)
      if (!write(after)) {
        isBehind = wasBehind
        return undefined
      }
      value.value = after
      return () => {
        value.value = before
        unlessRefused(() => putBack(storage(), key, text))
      }
    },
  }
}

// --- internal ---

function putBack(storage: Storage, key: string, text: string | null): void {
  if (text === null) storage.removeItem(key)
  else storage.setItem(key, text)
}

function setAside(storage: Storage, key: string, text: string): void {
  storage.setItem(`${key}:damaged`, text)
  storage.removeItem(key)
}
