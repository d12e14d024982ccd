import type { ColumnDefinitionBuilder } from 'kysely'

/** What columns are where databases differ. */
export interface Columns {
  /** For instants, versions and keys of other tables: whole numbers of 64 bits. */
  readonly whole: 'integer' | 'bigint'
  /** Makes a column the table's own key, which is given to each row as it comes. */
  readonly ownKey: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** The same; the key of a row that is gone is not given again. */
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
