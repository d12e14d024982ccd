/** How a command ended: all well, failed or answered "no", or was called wrongly. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Words that may follow what a person has typed so far, for the Tab key. */
export type Completer = (typed: string) => readonly string[]

/** Everything a command may touch of the outside world; `main.ts` makes the real one. */
export interface Io {
  /** Standard output, as it is given. */
  write(text: string): void
  /** Standard error, as it is given. */
  writeError(text: string): void
  /**
   * Lines of standard input without their breaks, ended by its end or by an interruption. With a
   * completer a person at a terminal can edit them, go back to earlier ones, and complete words.
   */
  lines(complete?: Completer): AsyncIterable<string>
  /** Standard input as pieces of text. */
  input(): AsyncIterable<string>
  /** Shows a prompt where a person is there to read it. */
  prompt(text: string): void
  /** Is a person at both ends, input and output? */
  readonly isTerminal: boolean
  /** Does a person see standard error, so that progress can be shown there? */
  readonly showsProgress: boolean
  readonly hasColor: boolean
  /** The width of the terminal in characters; undefined where the output is none. */
  columns(): number | undefined
  /** Aborted when the person asks to stop (Ctrl-C). */
  readonly interrupted: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

/** An error that a person can mend, already worded; `program.ts` prints it without a stack trace. */
export class UserError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Colour where a person looks, unless `NO_COLOR` says no or `FORCE_COLOR` yes (`0` is no). A build machine's
 * log is no person, whatever `CI` is set to.
 */
export function wantsColor(
  { NO_COLOR, FORCE_COLOR, TERM }: Io['env'],
  isOutputTerminal: boolean,
): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR)
  return isOutputTerminal && TERM !== 'dumb'
}
