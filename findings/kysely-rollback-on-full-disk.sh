#!/usr/bin/env bash
# Versions: kysely 0.29.9, better-sqlite3 12.11.1 (SQLite rolls back by itself in every version).
#
# Behaviour: when SQLite has no room left, it rolls back the transaction by itself. Kysely's driver for SQLite then sends
# its own `rollback`, which fails because no transaction is open. The caller gets that second error, without the first
# as its cause. So a program cannot tell a full disk from a bug in its own transactions.
#
# Output seen: "alone: SQLITE_FULL" and "in a transaction: SQLITE_ERROR, no cause".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-fund --no-audit --save-exact kysely@0.29.9 better-sqlite3@12.11.1

cat >look.mjs <<'JS'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'

const database = new Database(':memory:')
// As on a full disk.
database.pragma('max_page_count = 10')
const db = new Kysely({ dialect: new SqliteDialect({ database }) })
await sql`create table piece (drawing blob)`.execute(db)

const fill = (on) => sql`insert into piece values (zeroblob(1000000))`.execute(on)
await fill(db).catch(({ code }) => console.log(`alone: ${code}`))
await db
  .transaction()
  .execute(fill)
  .catch(({ code, cause }) => console.log(`in a transaction: ${code}, ${cause?.message ?? 'no cause'}`))
JS

seen=$(node look.mjs)
echo "$seen"
expected=$'alone: SQLITE_FULL\nin a transaction: SQLITE_ERROR, no cause'
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:"; echo "$expected"; exit 1; }
