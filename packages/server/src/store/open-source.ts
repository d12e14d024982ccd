import { type Database, openDatabase, openReadOnly, type ReadOnlyDatabase } from './database.ts'

/** The place of the games: a SQLite file, or a PostgreSQL database at an address. */
export interface Source {
  readonly databaseFile: string | undefined
  readonly databaseUrl?: string | undefined
}

// PostgreSQL's code is loaded only on use, because most servers use SQLite.

/** Opens a database for exclusive writing. */
export async function openToWrite({ databaseFile, databaseUrl }: Source): Promise<Database> {
  if (databaseUrl === undefined) return openDatabase(databaseFile ?? '')
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl)
}

/** Opens a database for reading, even while another process writes to it. */
export async function openToRead({ databaseFile, databaseUrl }: Source): Promise<ReadOnlyDatabase> {
  if (databaseUrl === undefined) return openReadOnly(databaseFile ?? '')
  const { openPostgresReadOnly } = await import('./postgres.ts')
  return openPostgresReadOnly(databaseUrl)
}
