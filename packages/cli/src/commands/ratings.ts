import { rebuildStoredRatings } from '@hokito/server'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { errorOf } from './data.ts'
import { configOf, nameOfDatabase } from './serve.ts'

/** The folder of a server's data. If absent, the same as for `serve`. */
export interface RatingsArguments {
  readonly data: string | undefined
  /** May stored ratings be replaced? */
  readonly mayWrite: boolean
}

/**
 * `hokito ratings rebuild`: computes all ratings again from the games. Fails if they differ and are
 * not replaced.
 */
export async function runRatingsRebuild(
  { data, mayWrite }: RatingsArguments,
  io: Io,
): Promise<ExitCode> {
  const config = configOf({ data }, io.env)
  const name = nameOfDatabase(config)
  const rebuilt = await rebuildStoredRatings(config, mayWrite)
  if (!rebuilt.ok) throw errorOf(rebuilt.error, name, name)
  const { matches, ratings, differences } = rebuilt.value
  io.write(
    `${counted(matches, 'rated match', 'rated matches')}, ${counted(ratings, 'rating', 'ratings')}\n`,
  )
  if (differences === 0) {
    io.write('The stored ratings agree with the games.\n')
    return EXIT.ok
  }
  const rows = counted(differences, 'stored row', 'stored rows')
  const verb = differences === 1 ? 'does' : 'do'
  if (mayWrite) {
    io.write(`${rows} did not agree with the games. Now all do.\n`)
    return EXIT.ok
  }
  io.writeError(`hokito: ${rows} ${verb} not agree with the games: --write corrects this\n`)
  return EXIT.failed
}

// --- internal ---

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
