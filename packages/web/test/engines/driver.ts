/** A browser as a person uses it: whatever the engine, paths through the site are written against this. */
export interface Browser {
  readonly name: EngineName
  readonly version: string
  /** A tab of its own; tabs of one browser share their cookies. */
  open(url: string): Promise<Tab>
  close(): Promise<void>
}

/** One page. Presses are real ones, made by the browser's own input, not by scripts. */
export interface Tab {
  go(url: string): Promise<void>
  reload(): Promise<void>
  /** The value of a JavaScript expression on the page. */
  read<T>(expression: string): Promise<T>
  /** Presses the middle of the first element that a selector matches. */
  click(selector: string): Promise<void>
  press(key: Key): Promise<void>
  /** A picture of the window as PNG. */
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

/** The window of every engine, so that what they show can be compared. */
export const WINDOW = { width: 1280, height: 800 } as const

/** Where an engine's program is looked for, by the variable that names another place. */
export interface Programs {
  readonly variable: string
  readonly paths: readonly string[]
}
