// @ts-check
/**
 * The attackers' process: it sends one kind of expensive requests, and reports how often each status
 * came. It runs at a lower priority than the server and the players, because real attackers are on
 * machines of their own.
 */
import { setPriority } from 'node:os'
import { REQUESTS } from './requests.mjs'

/**
 * @typedef {{
 *   kind: number,
 *   url: string,
 *   game: string,
 *   holder: { name: string, cookie: string },
 *   net: number,
 *   seconds: number,
 * }} Order `kind` is the place in REQUESTS; all senders have addresses in 127.`net`
 */

/** A `nice` value: behind the server and the players, not behind everything else. */
const GIVING_WAY = 5

setPriority(GIVING_WAY)
/** @type {Order} */
const { kind, url, game, holder, net, seconds } = JSON.parse(process.argv[2] ?? '')
const endsAt = performance.now() + seconds * 1000
const answers = await REQUESTS[kind]?.run({
  url,
  game,
  holder,
  address: (n) => `127.${net}.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`,
  isOver: () => performance.now() > endsAt,
})
process.send?.(answers, () => process.exit(0))
