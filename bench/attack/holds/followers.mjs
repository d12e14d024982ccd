// @ts-check
/** Hundreds of programs that follow one game. */
import { get } from 'node:http'
import { HonestPair } from '../honest-pair.mjs'
import { wait } from '../wait.mjs'

/**
 * Lets programs follow a game while moves are made. Returns how many programs there were, and how
 * many events they received.
 * @param {string} url
 * @param {number} seconds
 * @returns {Promise<Record<string, number>>}
 */
export async function followed(url, seconds) {
  const pair = new HonestPair(url, { addresses: ['127.0.1.6', '127.0.1.7'], seed: 99 })
  await pair.start()
  const counts = { followers: 0, events: 0 }
  const lines = Array.from({ length: FOLLOWERS }, (_, n) => {
    const localAddress = `127.110.0.${1 + Math.floor(n / OF_ADDRESS)}`
    const place = `${url}/api/v1/games/${pair.game}/events`
    const line = get(place, { agent: false, localAddress }, (response) => {
      if (response.statusCode === 200) counts.followers++
      response.on('data', () => {
        counts.events++
      })
    })
    return line.on('error', () => undefined)
  })
  await wait(seconds * 1000)
  for (const line of lines) line.destroy()
  await pair.stop()
  return counts
}

// --- internal ---

const OF_ADDRESS = 20
const FOLLOWERS = 500
