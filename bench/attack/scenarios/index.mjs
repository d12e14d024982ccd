// @ts-check
/**
 * All scenarios that need a server of their own. Each is a pass or a failure in the campaign's
 * table.
 */
import { badChallenge, busyBackup, secondServer } from './data.mjs'
import { fewDescriptors, oneNetwork } from './edges.mjs'
import { killed, stopped } from './process.mjs'

/** @type {readonly import('./stage.mjs').Scenario[]} */
export const SCENARIOS = [
  secondServer,
  busyBackup,
  badChallenge,
  fewDescriptors,
  oneNetwork,
  stopped,
  killed,
]
