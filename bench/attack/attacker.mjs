// @ts-check
/**
 * The attackers' process. It runs one kind of attack, given as an order in its argument, and
 * reports the counts to its parent. It runs at a lower priority than the other processes on the
 * machine, because real attackers are on machines of their own.
 */
import { setPriority } from 'node:os'
import { Context } from './context.mjs'
import { REQUESTS } from './holds/requests.mjs'
import { KINDS } from './kinds/index.mjs'

/** A `nice` value: behind the server and the honest players, not behind everything else. */
const GIVING_WAY = 5

setPriority(GIVING_WAY)
/** @type {import('./context.mjs').Order} */
const order = JSON.parse(process.argv[2] ?? '')
const kind = [...KINDS, ...REQUESTS].find(({ name }) => name === order.kind)
if (kind === undefined) throw new Error(`there is no kind ${order.kind}`)
const context = new Context(order)
await kind.run(context)
process.send?.(context.tally.counts(), () => process.exit(0))
