import { createRequire } from 'node:module'
import type SqliteModule from 'better-sqlite3'

/**
 * SQLite's driver. Version 12 of better-sqlite3 crashes the process on Node 24 when a statement is
 * collected (nodejs/node#65446). Version 13 does not and needs no compiler, but it does not run on
 * Node 20.
 */
export const Sqlite: typeof SqliteModule = load(createRequire(import.meta.url))
export type SqliteDatabase = SqliteModule.Database

// --- internal ---

function load(require: NodeJS.Require): typeof SqliteModule {
  // Version 13 needs at least this version of Node-API.
  const isModern = Number(process.versions.napi) >= 10
  return isModern ? require('better-sqlite3-13') : require('better-sqlite3')
}
