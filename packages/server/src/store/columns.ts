import { type ColumnDefinitionBuilder, type RawBuilder, sql } from 'kysely'

/** Column types that differ between databases. */
export interface Columns {
  /** For instants, versions and foreign keys: 64-bit integers. */
  readonly whole: 'integer' | 'bigint'
  /** For text that is sorted by its characters alone, whatever the language of the database. */
  readonly exactText: 'text' | RawBuilder<string>
  /** Makes a column the table's primary key, numbered automatically. */
  readonly ownKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Like `ownKey`, but never reuses the key of a deleted row. */
  readonly lastingKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
}

export const SQLITE_COLUMNS: Columns = {
  whole: 'integer',
  exactText: 'text',
  ownKey: (column) => column.primaryKey(),
  lastingKey: (column) => column.primaryKey().autoIncrement(),
}

export const POSTGRES_COLUMNS: Columns = {
  whole: 'bigint',
  exactText: sql`text collate "C"`,
  ownKey: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  lastingKey: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
}
