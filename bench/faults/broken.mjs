// @ts-check
/**
 * Servers that are changed while they load. Some are broken on purpose, because a campaign that
 * does not notice them proves nothing; one is the next version.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../scripts/setup.mjs'

/**
 * @typedef {{ file: string, find: string, put: string }} Part a text that occurs exactly once in a
 *   file of the built server, and the text that replaces it
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
        file: 'live/journal.js',
        find: 'if (gone.length > 0)\n        throw new ChallengeGone(gone);',
        put: '',
      },
    ],
  },
  {
    name: 'round-paired-twice',
    what: 'nodes pair a round of a tournament without asking whether it has been paired',
    parts: [
      {
        file: 'keeper.js',
        find: "await (together?.unlessOthersDo('tournaments', run) ?? run());",
        put: 'await run();',
      },
      {
        file: 'tournaments/rounds.js',
        find: 'const pairs = await pairInTurns(active, this.#dependencies.longWork);',
        put: `// As a node that is busy would, so that another comes in between.
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const pairs = await pairInTurns(active, this.#dependencies.longWork);`,
      },
      {
        file: 'store/rounds.js',
        find: ".where('round', '=', round - 1)",
        put: '',
      },
      {
        file: 'store/rounds.js',
        find: "await transaction.insertInto('tournamentPairings').values(rows).execute();",
        put: `const columns = ['board', 'opponent', 'game', 'next', 'score', 'points'];
    await transaction
        .insertInto('tournamentPairings')
        .values(rows)
        .onConflict((conflict) => conflict
        .columns(['tournament', 'round', 'player'])
        .doUpdateSet((row) => Object.fromEntries(columns.map((name) => [name, row.ref(\`excluded.\${name}\`)]))))
        .execute();`,
      },
    ],
  },
  {
    name: 'round-not-atomic',
    what: 'a round of a tournament is stored a while before its games',
    parts: [
      {
        file: 'live/game-writer.js',
        find: 'const keys = await journal.write({\n            round,',
        put: `await journal.write({ round });
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const keys = await journal.write({`,
      },
    ],
  },
  {
    name: 'met-forgotten',
    what: 'the pairing of a tournament does not look at who has met',
    parts: [
      {
        file: 'tournaments/rounds.js',
        find: 'met.get(player)?.push(opponent);',
        put: '{ }',
      },
    ],
  },
  {
    name: 'second-game',
    what: 'an arena begins games for players without asking whether they have one',
    parts: [
      {
        file: 'tournaments/arenas.js',
        find: 'const waiting = stored.players.filter(({ game, isOut }) => game === null && !isOut);',
        put: 'const waiting = stored.players.filter(({ isOut }) => !isOut);',
      },
      {
        file: 'store/arena-games.js',
        find: ".where('game', 'is', null)",
        put: '',
      },
      {
        file: 'store/arena-games.js',
        find: `isAbsent: 0 },
    })))`,
        put: `isAbsent: 0 },
    })))
        .onConflict((conflict) => conflict
        .columns(['tournament', 'player', 'number'])
        .doUpdateSet((row) => Object.fromEntries(['opponent', 'game', 'isBlack'].map((name) => [name, row.ref(\`excluded.\${name}\`)]))))`,
      },
    ],
  },
  {
    name: 'result-noted-twice',
    what: 'two nodes note the same result of an arena',
    parts: [
      {
        file: 'keeper.js',
        find: "await (together?.unlessOthersDo('tournaments', run) ?? run());",
        put: 'await run();',
      },
      {
        file: 'tournaments/arenas.js',
        find: 'const due = await readDueGames(database.db, row);',
        put: `const due = await readDueGames(database.db, row);
        // As a node that is busy would, so that another comes in between.
        await new Promise((resolve) => setTimeout(resolve, 1500));`,
      },
      {
        file: 'tournaments/arena-store.js',
        find: ".where('score', 'is', null)",
        put: '',
      },
    ],
  },
  {
    name: 'last-forgotten',
    what: 'the pairing of an arena does not look at who has just met',
    parts: [
      {
        file: 'tournaments/arena-pairing.js',
        find: 'return one.last === other.player || other.last === one.player;',
        put: 'return false;',
      },
    ],
  },
  {
    name: 'late-games-count',
    what: 'games of an arena count that end up to twenty seconds after its time',
    parts: [
      {
        file: 'tournaments/arena-store.js',
        find: "game('games.endedAt', '<=', endsAtOf(row)),",
        put: "game('games.endedAt', 'is not', null),",
      },
      {
        file: 'tournaments/arenas.js',
        find: 'const LATE_MS = 3000;',
        put: 'const LATE_MS = 20000;',
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

/** All changes that a server may be given. */
export const CHANGES = [...BREAKAGES, NEXT_VERSION]

/**
 * The parts of a breakage, with the URLs under which Node loads their files.
 * @param {Breakage} breakage
 * @throws Error if one of them does not occur exactly once in the current build
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
