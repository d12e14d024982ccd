/** Exit codes: success; failure or the answer "no"; wrong usage. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Completions of the text that a person has typed so far, for the Tab key. */
export type Completer = (typed: string) => readonly string[]

/** The outside world as a command sees it. `main.ts` makes the real one. */
export interface Io {
  /** Writes to standard output, unchanged. */
  write(text: string): void
  /** Settles when more can be written without collecting it in memory, or at an interruption. */
  room(): Promise<void>
  /** Writes to standard error, unchanged. */
  writeError(text: string): void
  /**
   * Lines of standard input without line breaks. They end with the input or an interruption. With a
   * completer, a person at a terminal can edit lines, return to earlier ones, and complete words.
   */
  lines(complete?: Completer): AsyncIterable<string>
  /** Standard input as pieces of text. */
  input(): AsyncIterable<string>
  /** Shows a prompt if a person is there to read it. */
  prompt(text: string): void
  /** Are both input and output a terminal? */
  readonly isTerminal: boolean
  /** Does a person see standard error, so that progress can be shown there? */
  readonly showsProgress: boolean
  readonly hasColor: boolean
  /** The width of the terminal in characters. Undefined if the output is not a terminal. */
  columns(): number | undefined
  /** Aborted when the person asks to stop (Ctrl-C). */
  readonly interrupted: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

/**
 * An error that a person can fix, with its message. `program.ts` prints it without a stack trace.
 */
export class UserError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Use colour on a terminal, unless `NO_COLOR` forbids or `FORCE_COLOR` forces it (`0` forbids).
 * `CI` makes no difference: the log of a build machine is not a terminal.
 */
export function wantsColor(
  { NO_COLOR, FORCE_COLOR, TERM }: Io['env'],
  isOutputTerminal: boolean,
): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR)
  return isOutputTerminal && TERM !== 'dumb'
}
