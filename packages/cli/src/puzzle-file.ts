import { rename, writeFile } from 'node:fs/promises'
import {
  formatPuzzlePack,
  type PackError,
  type PackOrigin,
  type PuzzlePack,
  type PuzzleParts,
  readPuzzlePack,
} from '@hokito/engine/puzzles'
import { textOf } from './input.ts'
import { type Io, UserError } from './io.ts'
import { describeSystemError } from './system-error.ts'

/**
 * Reads a pack of puzzles.
 * @throws UserError if it cannot be read, or is not a pack
 */
export async function readPuzzleFile(file: string, io: Io): Promise<PuzzlePack> {
  const pack = readPuzzlePack(await textOf(file, io, LONGEST))
  if (pack.ok) return pack.value
  const { code, line } = pack.error
  throw new UserError(`${file} cannot be read: line ${line}: ${ERRORS[code]}`)
}

/**
 * Replaces a pack atomically: a concurrent reader sees the old one or the new one.
 * @throws UserError when it cannot be written
 */
export async function writePuzzleFile(
  file: string,
  puzzles: readonly PuzzleParts[],
  origin: PackOrigin,
): Promise<void> {
  try {
    await writeFile(`${file}.new`, formatPuzzlePack(puzzles, origin))
    await rename(`${file}.new`, file)
  } catch (error) {
    throw new UserError(`${file} cannot be written: ${describeSystemError(error)}`)
  }
}

// --- internal ---

/** Characters of a hundred thousand puzzles. */
const LONGEST = 10_000_000

const ERRORS: { readonly [C in PackError['code']]: string } = {
  notAPack: 'this is not a pack of puzzles',
  otherVersion: 'the pack is of a version that this program does not know',
  cutShort: 'the pack ends too early',
  tooLong: 'the pack should have ended before this',
  badLine: 'this is not a puzzle',
  changed: 'this has been changed since the pack was made',
}
