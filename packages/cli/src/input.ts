import { createReadStream } from 'node:fs'
import { type Io, UserError } from './io.ts'
import { describeSystemError } from './system-error.ts'

/**
 * A file as pieces of text. `-` is standard input.
 * @throws UserError if it cannot be read or is not UTF-8
 */
export async function* piecesOf(file: string, io: Io): AsyncGenerator<string> {
  if (file === '-') {
    yield* io.input()
    return
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const piece of createReadStream(file)) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : describeSystemError(error)
    throw new UserError(`${file} cannot be read: ${why}`)
  }
}

/**
 * A whole file as one text, of at most `longest` characters.
 * @throws UserError as {@link piecesOf}, and if it is longer
 */
export async function textOf(file: string, io: Io, longest = 1_000_000): Promise<string> {
  let text = ''
  for await (const piece of piecesOf(file, io)) {
    text += piece
    if (text.length > longest)
      throw new UserError(`${file} has more than ${longest} characters, too many for this command`)
  }
  return text
}
