import { sql } from 'kysely'
import { expect } from 'vitest'
import { createLogger } from '../../src/log.ts'
import { kept } from './kept.ts'
import { startTestServer, UNLIMITED_ADDRESS } from './server.ts'
import { ask, readMetrics } from './stranger.ts'

/** SQL for bytes that are no text. */
export const BYTES = "x'00ff'"

/** A number's column with something else in it. */
export const notANumber = (column: string) => [
  `"${column}" = 'soon'`,
  `"${column}" = ${BYTES}`,
  `"${column}" = 9e300`,
]

/** A server of a file's own whose rows the tests damage; they may ask it as often as they like. */
export function damagedServer() {
  /** All that the server has logged. */
  const lines: string[] = []
  const server = kept(() =>
    startTestServer({
      logger: createLogger('error', { write: (line) => lines.push(line) }),
      metrics: { host: '127.0.0.1', port: 0 },
      limits: { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 },
    }),
  )
  return {
    server,

    /** What the server answers, as JSON. */
    async get(path: string, headers: Record<string, string> = {}): Promise<unknown> {
      const { status, body } = await ask(`${server.url}${path}`, { headers })
      expect([path, status]).toEqual([path, 200])
      return JSON.parse(body)
    },

    /** Changes rows as another program would, one column of a table. */
    async damage(table: string, set: string, where: string): Promise<void> {
      const { numAffectedRows } = await server.inStore((db) =>
        sql.raw(`update "${table}" set ${set} where ${where}`).execute(db),
      )
      expect(numAffectedRows).toBeGreaterThan(0n)
    },

    /** Expects that the log names a row, once, and that it was counted. */
    async expectReported(table: string, id: string): Promise<void> {
      const named = lines.map((line) => JSON.parse(line)).filter((entry) => entry.id === id)
      expect(named).toMatchObject([{ table, msg: 'a stored row is damaged and was left out' }])
      const metrics = await readMetrics(server.metricsUrl)
      expect(metrics.hokito_damaged_rows_total).toBe(lines.length)
    },
  }
}
