/**
 * A browser as a person uses it. Paths through the site are written against this interface, for any
 * engine.
 */
export interface Browser {
  readonly name: EngineName
  readonly version: string
  /** Opens a new tab; the tabs of one browser share their cookies. */
  open(url: string): Promise<Tab>
  close(): Promise<void>
}

/** One page. Presses use the browser's real input, not scripts. */
export interface Tab {
  go(url: string): Promise<void>
  reload(): Promise<void>
  /** The value of a JavaScript expression on the page. */
  read<T>(expression: string): Promise<T>
  /** Presses the middle of the first element that a selector matches. */
  click(selector: string): Promise<void>
  press(key: Key): Promise<void>
  /** A screenshot of the window as PNG. */
  picture(): Promise<Uint8Array>
  close(): Promise<void>
}

export const KEYS = [
  'Tab',
  'Enter',
  'End',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
] as const
export type Key = (typeof KEYS)[number]

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

/** The same window size for every engine, so that their screenshots can be compared. */
export const WINDOW = { width: 1280, height: 800 } as const

/** The places of an engine's program, by the environment variable that names another place. */
export interface Programs {
  readonly variable: string
  readonly paths: readonly string[]
}
