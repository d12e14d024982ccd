import { open } from 'node:fs/promises'
import { formatRecord, type GameRecord } from '@hokito/rules'
import { UserError } from '../io.ts'
import { describeSystemError } from '../system-error.ts'

/** A file to which finished games are appended one by one, so that an interruption loses none. */
export interface RecordFile {
  add(record: GameRecord): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a file for games. With `mayAppend`, an existing file keeps its games.
 * @throws UserError when it exists, or cannot be written
 */
export async function openRecordFile(path: string, mayAppend: boolean): Promise<RecordFile> {
  const file = await open(path, mayAppend ? 'a' : 'wx').catch((error: unknown) => {
    const code: unknown = Object(error).code
    throw new UserError(
      code === 'EEXIST'
        ? `${path} already exists: choose another name, or add to it with --append`
        : `${path} cannot be written: ${describeSystemError(error)}`,
    )
  })
  let isFirst = (await file.stat()).size === 0
  return {
    async add(record) {
      // One write per game, started before other code can run: games of several lanes never mix.
      const text = `${isFirst ? '' : '\n'}${formatRecord(record)}`
      isFirst = false
      await file.appendFile(text)
    },
    close: () => file.close(),
  }
}
