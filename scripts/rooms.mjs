// @ts-check
/** Defines the rooms of a package's sources, and finds the arrows between them. */

/**
 * A house as its floors, the lowest first, each with its rooms: folders or single files of `src`. A
 * room may import from the floors below it, never from above, and never from another room of its
 * own floor.
 * @typedef {readonly (readonly string[])[]} House
 */

/**
 * The houses that have rooms (docs/architecture.md describes them).
 * @type {Readonly<Record<string, House>>}
 */
export const HOUSES = {
  server: [
    ['game'],
    ['ground'],
    ['limiting'],
    ['store'],
    ['metrics.ts', 'players'],
    ['people', 'ratings'],
    ['accounts', 'tournaments', 'daily', 'explorer', 'studies'],
    ['live'],
    ['admin', 'notify', 'classes', 'cleanup.ts'],
    ['socket'],
    ['keeper.ts', 'bots'],
    ['cluster'],
    ['http'],
    ['api'],
    ['config.ts', 'listener.ts'],
    ['log.ts', 'secret.ts', 'start-error.ts'],
    ['online'],
    ['app.ts'],
    ['server.ts'],
    ['index.ts'],
  ],
  web: [
    ['i18n', 'board'],
    ['routes.ts'],
    ['ui'],
    ['models/device', 'models/game'],
    ['models/people'],
    ['models/local', 'models/replay', 'models/learn', 'models/online'],
    ['models/account', 'models/lobby', 'models/tournaments'],
    ['models/analysis', 'models/review', 'models/daily', 'models/puzzles', 'models/explorer'],
    ['models/site'],
    ['models/class'],
    ['services.ts'],
    ['words'],
    ['components/game'],
    ['components/setup'],
    ['components/people'],
    ['components/local', 'components/replay', 'components/online'],
    ['components/account'],
    ['components/lobby'],
    ['components/tournaments'],
    [
      'components/learn',
      'components/analysis',
      'components/class',
      'components/review',
      'components/daily',
      'components/puzzles',
      'components/explorer',
      'components/site',
    ],
    ['components/hall'],
    ['pages'],
    ['App.tsx'],
    ['main.tsx', 'prerender.tsx', 'embed'],
  ],
}

/**
 * An arrow from one room to another, with the imports that make it.
 * @typedef {object} Arrow
 * @property {string} from
 * @property {string} to
 * @property {boolean} isBackUp
 * @property {readonly import('./imports.mjs').Import[]} imports
 */

/**
 * The room of a file in a package. Undefined if it is in none, like tests of the whole package.
 * @param {House} house
 * @param {string} name of the package
 * @param {string} file
 */
export function roomOf(house, name, file) {
  const source = `packages/${name}/src/`
  if (!file.startsWith(source)) return undefined
  const path = file.slice(source.length)
  // The test of a single file is beside it.
  const tested = path.replace(/\.test\.ts$/, '.ts')
  return house.flat().find((room) => room === tested || path.startsWith(`${room}/`))
}

/**
 * Is this a source file of a package with rooms, but in none of them?
 * @param {House} house
 * @param {string} name of the package
 * @param {string} file
 */
export function isHomeless(house, name, file) {
  return file.startsWith(`packages/${name}/src/`) && roomOf(house, name, file) === undefined
}

/**
 * All arrows between the rooms of a package.
 * @param {House} house
 * @param {string} name of the package
 * @param {readonly import('./imports.mjs').Import[]} imports
 * @returns {readonly Arrow[]}
 */
export function arrowsOf(house, name, imports) {
  /** @type {Map<string, { from: string, to: string, imports: import('./imports.mjs').Import[] }>} */
  const arrows = new Map()
  for (const each of imports) {
    const from = roomOf(house, name, each.from)
    const to = each.to && roomOf(house, name, each.to)
    if (from === undefined || to === undefined || from === to) continue
    const key = `${from} → ${to}`
    const arrow = arrows.get(key) ?? { from, to, imports: [] }
    arrow.imports.push(each)
    arrows.set(key, arrow)
  }
  return [...arrows.values()].map((arrow) => ({
    ...arrow,
    isBackUp: floorOf(house, arrow.from) <= floorOf(house, arrow.to),
  }))
}

// --- internal ---

/**
 * @param {House} house
 * @param {string} room
 */
function floorOf(house, room) {
  return house.findIndex((rooms) => rooms.includes(room))
}
