import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { type Completer, type Io, wantsColor } from './io.ts'
import { run } from './program.ts'

/** The real terminal. Nothing else in this package touches `process`. */
function terminal(interruption: AbortController): Io {
  const { stdin, stdout, stderr } = process
  const isTerminal = stdout.isTTY === true && stdin.isTTY === true
  const { signal } = interruption
  let editor: Interface | undefined

  function edited(complete: Completer): Interface {
    const completer = (typed: string) => [complete(typed), typed]
    editor = createInterface({ input: stdin, output: stdout, terminal: true, completer, signal })
    // While a line is being edited, the terminal reports Ctrl-C as a key.
    editor.on('SIGINT', () => interruption.abort())
    return editor
  }

  return {
    write: (text) => void stdout.write(text),
    room: async () => {
      // An interruption ends the wait. Errors of standard output are handled below.
      if (stdout.writableNeedDrain) await once(stdout, 'drain', { signal }).catch(() => undefined)
    },
    writeError: (text) => void stderr.write(text),
    lines: (complete) =>
      isTerminal && complete !== undefined
        ? edited(complete)
        : createInterface({ input: stdin, terminal: false, signal }),
    input: () => stdin.setEncoding('utf8'),
    prompt: (text) => {
      if (!isTerminal || signal.aborted) return
      if (editor === undefined) stdout.write(text)
      else {
        editor.setPrompt(text)
        editor.prompt()
      }
    },
    isTerminal,
    showsProgress: stderr.isTTY === true,
    hasColor: wantsColor(process.env, stdout.isTTY === true),
    columns: () => (stdout.isTTY === true ? stdout.columns : undefined),
    interrupted: signal,
    env: process.env,
    now: () => new Date(),
    randomBytes: (count) => randomFillSync(new Uint8Array(count)),
  }
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // On the second Ctrl-C, exit without waiting for an orderly end.
    if (interruption.signal.aborted) process.exit(130)
    interruption.abort()
  })
}
// A reader that closes early, as in `hokito replay games.hgn | head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

run(process.argv.slice(2), terminal(interruption)).then(
  (code) => {
    process.exitCode = code
    process.stdin.destroy()
  },
  (error: unknown) => {
    process.stderr.write(
      `hokito: this is a bug. Please report it.\n${String(Object(error).stack)}\n`,
    )
    process.exitCode = 1
    process.stdin.destroy()
  },
)
