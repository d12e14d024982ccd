import type { ColumnDefinitionBuilder } from 'kysely'

/** Column types that differ between databases. */
export interface Columns {
  /** For instants, versions and foreign keys: 64-bit integers. */
  readonly whole: 'integer' | 'bigint'
  /** Makes a column the table's primary key, numbered automatically. */
  readonly ownKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Like `ownKey`, but never reuses the key of a deleted row. */
  readonly lastingKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
}

export const SQLITE_COLUMNS: Columns = {
  whole: 'integer',
  ownKey: (column) => column.primaryKey(),
  lastingKey: (column) => column.primaryKey().autoIncrement(),
}

export const POSTGRES_COLUMNS: Columns = {
  whole: 'bigint',
  ownKey: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  lastingKey: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
}
