import { type ReadonlySignal, signal } from '@preact/signals'
import { parseJson } from './json.ts'
import { unlessRefused } from './unless-refused.ts'

/** What somebody has reached, kept on this device under one key. */
export interface KeptProgress<T> {
  readonly value: ReadonlySignal<T>
  /**
   * Changes what is kept as it stands now, another tab's changes with it; false where the browser does not keep it.
   * The page goes on with it in any case.
   */
  change(next: (now: T) => T): boolean
  /** Takes something in, as {@link change} does; what comes back undoes it. Undefined, and nothing changed, without room. */
  takeIn(next: (now: T) => T): (() => void) | undefined
}

interface ProgressShape<T> {
  readonly key: string
  /** Where nothing is kept. */
  readonly none: T
  /** Reads what JSON meant; undefined for anything else than such progress. */
  readonly read: (json: unknown) => T | undefined
}

/**
 * Progress over the browser's storage, which it may forbid. What cannot be read is kept aside, under a key that ends
 * in `:damaged`, and begun anew.
 */
export function createKeptProgress<T>(
  storage: () => Storage,
  { key, none, read }: ProgressShape<T>,
): KeptProgress<T> {
  /** What is kept; the page's own where the browser keeps nothing. */
  const load = (otherwise: T): T => {
    const text = unlessRefused(() => storage().getItem(key)) ?? null
    if (text === null) return otherwise
    const kept = read(parseJson(text))
    if (kept === undefined) unlessRefused(() => setAside(storage(), key, text))
    return kept ?? none
  }
  const value = signal(load(none))
  const write = (next: T): boolean =>
    unlessRefused(() => {
      storage().setItem(key, JSON.stringify(next))
      return true
    }) ?? false
  return {
    value,
    change: (next) => {
      value.value = next(load(value.peek()))
      return write(value.peek())
    },
    takeIn: (next) => {
      const before = load(value.peek())
      const text = unlessRefused(() => storage().getItem(key)) ?? null
      const after = next(before)
      if (!write(after)) return undefined
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
