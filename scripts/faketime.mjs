// @ts-check
/** Debian's library that shows a process another wall clock, for the tests of time. */
import { existsSync } from 'node:fs'
import { tell } from './setup.mjs'
import { installPackages } from './system.mjs'

/** Installs it if it is missing; says what happens where that is not possible. */
export function getFaketime() {
  if (FILES.some((file) => existsSync(file))) return
  const failure = installPackages(['faketime'])
  if (failure === undefined) return
  tell(
    `faketime is missing (${failure}): the tests that need it are skipped, or fail where CI is true.`,
  )
}

// --- internal ---

const FILES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
