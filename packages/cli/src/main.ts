import { randomFillSync } from 'node:crypto'
import { createInterface } from 'node:readline'
import pc from 'picocolors'
import type { Io } from './io.ts'
import { run } from './program.ts'

/** The command's doors to the real terminal; nothing else in this package touches `process`. */
function terminal(interrupted: AbortSignal): Io {
  const isTerminal = process.stdout.isTTY === true && process.stdin.isTTY === true
  return {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    lines: () => createInterface({ input: process.stdin, terminal: false, signal: interrupted }),
    input: () => process.stdin.setEncoding('utf8'),
    prompt: (text) => {
      if (isTerminal) process.stdout.write(text)
    },
    isTerminal,
    hasColor: pc.isColorSupported,
    interrupted,
    env: process.env,
    now: () => new Date(),
    randomBytes: (count) => randomFillSync(new Uint8Array(count)),
  }
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interruption.abort())
}
// A reader that goes away early, as in `hokito replay games.hgn | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

run(process.argv.slice(2), terminal(interruption.signal)).then(
  (code) => {
    process.exitCode = code
    process.stdin.destroy()
  },
  (error: unknown) => {
    process.stderr.write(
      `hokito: this is a bug, please report it.\n${String(Object(error).stack)}\n`,
    )
    process.exitCode = 1
    process.stdin.destroy()
  },
)
