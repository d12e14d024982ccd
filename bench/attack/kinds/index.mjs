// @ts-check
/** All kinds of attack that run beside two honest players, in the order in which they run. */
import * as connections from './connections.mjs'
import * as daily from './daily.mjs'
import * as deals from './deals.mjs'
import * as floods from './floods.mjs'
import * as http from './http.mjs'
import * as lobby from './lobby.mjs'
import * as messages from './messages.mjs'
import * as names from './names.mjs'
import * as placing from './placing.mjs'
import * as shows from './shows.mjs'

/** @type {readonly import('../context.mjs').Kind[]} */
export const KINDS = [
  messages,
  names,
  deals,
  placing,
  floods,
  http,
  daily,
  connections,
  lobby,
  shows,
].flatMap((family) => Object.values(family))
