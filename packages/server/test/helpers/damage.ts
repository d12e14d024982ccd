import { sql } from 'kysely'
import { expect } from 'vitest'
import { createLogger } from '../../src/log.ts'
import type { TestServer } from './server.ts'
import { readMetrics } from './stranger.ts'

/** SQL for bytes that are no text. */
export const BYTES = "x'00ff'"

/** A number's column with something else in it. */
export const notANumber = (column: string) => [
  `"${column}" = 'soon'`,
  `"${column}" = ${BYTES}`,
  `"${column}" = 9e300`,
]

/** Damages the rows of a file's server, which must log with `logger` and have metrics. */
export function damageOn(server: () => Pick<TestServer, 'inStore' | 'metricsUrl'>) {
  /** All that the server has logged. */
  const lines: string[] = []
  return {
    logger: createLogger('error', { write: (line) => lines.push(line) }),

    /** Changes rows as another program would, one column of a table. */
    async damage(table: string, set: string, where: string): Promise<void> {
      const { numAffectedRows } = await server().inStore((db) =>
        sql.raw(`update "${table}" set ${set} where ${where}`).execute(db),
      )
      expect(numAffectedRows).toBeGreaterThan(0n)
    },

    /** Expects that the log names a row, once, and that it was counted. */
    async expectReported(table: string, id: string): Promise<void> {
      const named = lines.map((line) => JSON.parse(line)).filter((entry) => entry.id === id)
      expect(named).toMatchObject([{ table, msg: 'a stored row is damaged and was left out' }])
      const metrics = await readMetrics(server().metricsUrl)
      expect(metrics.hokito_damaged_rows_total).toBe(lines.length)
    },
  }
}
