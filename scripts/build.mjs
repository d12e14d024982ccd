// @ts-check
/**
 * `npm run build`: builds packages and site if anything has changed. `-- --serving` leaves out
 * everything that only tests and checks need.
 */
import { parseArgs } from 'node:util'
import { setUp } from './setup.mjs'

const { values } = parseArgs({ options: { serving: { type: 'boolean', default: false } } })
await setUp(values.serving ? 'serving' : 'everything')
