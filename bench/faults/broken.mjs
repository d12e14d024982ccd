// @ts-check
/**
 * Servers that are changed as they are loaded: four that are broken on purpose, as a campaign that does not
 * notice them proves nothing, and one of the next version.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../scripts/setup.mjs'

/**
 * @typedef {{ file: string, find: string, put: string }} Part a place in a file of the built server, which
 *   is there exactly once, and what stands there instead
 * @typedef {{ name: string, what: string, parts: readonly Part[] }} Breakage
 */

/** @type {readonly Breakage[]} */
export const BREAKAGES = [
  {
    name: 'acknowledge-before-commit',
    what: 'events are acknowledged while they are on their way to the database',
    parts: [
      {
        file: 'live/game-writer.js',
        find: 'const keys = await this.#dependencies.journal.write(unitOf(',
        put: 'const keys = await aheadOf(this.#dependencies.journal).write(unitOf(',
      },
      {
        file: 'live/game-writer.js',
        find: 'export class GameWriter {',
        put: `const aheadOf = (journal) => ({
    write: (unit) => {
        const written = journal.write(unit);
        if (unit.games?.length) return written;
        written.catch(() => undefined);
        return Promise.resolve(new Map());
    },
});
export class GameWriter {`,
      },
    ],
  },
  {
    name: 'no-version-check',
    what: 'an event whose version is taken is dropped, and nobody is told',
    parts: [
      {
        file: 'store/postgres.js',
        find: 'if (rows.length === events.length)\n        return;',
        put: 'return;',
      },
    ],
  },
  {
    name: 'deadline-swept-twice',
    what: 'nodes do not claim a deadline, and do not look again at what they have decided by it',
    parts: [
      {
        file: 'store/shared-database.js',
        find: 'const CLAIM_MS = 1000;',
        put: 'const CLAIM_MS = 0;',
      },
      {
        file: 'store/shared-database.js',
        find: 'for update of deadlines skip locked',
        put: '',
      },
      {
        file: 'live/games.js',
        find: 'const events = overdue(live.game, circumstances);',
        put: `const events = live.swept ?? overdue(live.game, circumstances);
        if (events.length > 0) {
            live.swept = events;
            // As a node that is busy would, so that another comes in between.
            await new Promise((resolve) => setTimeout(resolve, 300));
        }`,
      },
    ],
  },
  {
    name: 'pairing-not-atomic',
    what: 'a game begins although another has taken one of its challenges',
    parts: [
      {
        file: 'store/journal.js',
        find: 'if (gone.length > 0)\n        throw new ChallengeGone(gone);',
        put: '',
      },
    ],
  },
]

/** @type {Breakage} */
export const NEXT_VERSION = {
  name: 'next-version',
  what: 'the schema has one more step, beside which the version before goes on',
  parts: [
    {
      file: 'store/migrations.js',
      find: `'0005-witnesses': { migration: witnesses(columns), isAdditive: false },`,
      put: `'0005-witnesses': { migration: witnesses(columns), isAdditive: false },
        '9999-next-version': {
            isAdditive: true,
            migration: {
                up: async (db) => {
                    for (const table of ['players', 'sessions', 'games', 'events', 'challenges', 'facts']) {
                        await db.schema.alterTable(table).addColumn('nextVersion', 'text').execute();
                    }
                    await db.schema.createTable('nextVersion').addColumn('what', 'text').execute();
                },
            },
        },`,
    },
  ],
}

/** All that a server may be changed to. */
export const CHANGES = [...BREAKAGES, NEXT_VERSION]

/**
 * The parts of a breakage, by the addresses under which Node loads their files.
 * @param {Breakage} breakage
 * @throws Error where one of them is not in the build as it is now, or not once
 */
export function partsOf({ name, parts }) {
  return parts.map((part) => {
    const file = join(ROOT, 'packages', 'server', 'dist', part.file)
    const times = readFileSync(file, 'utf8').split(part.find).length - 1
    if (times !== 1)
      throw new Error(`${name}: in ${part.file} there is ${times} times: ${part.find}`)
    return { ...part, url: pathToFileURL(file).href }
  })
}
