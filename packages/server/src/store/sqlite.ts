import { createRequire } from 'node:module'
import type SqliteModule from 'better-sqlite3'

/**
 * SQLite's driver. Version 12 of better-sqlite3 brings down the process on Node 24 when a statement is collected
 * (nodejs/node#65446); version 13 does not, and needs no compiler, but does not run on Node 20.
 */
export const Sqlite: typeof SqliteModule = load(createRequire(import.meta.url))
export type SqliteDatabase = SqliteModule.Database

// --- internal ---

function load(require: NodeJS.Require): typeof SqliteModule {
  // The first version of Node's interface for native modules that version 13 can use.
  const isModern = Number(process.versions.napi) >= 10
  return isModern ? require('better-sqlite3-13') : require('better-sqlite3')
}
