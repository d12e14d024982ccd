// @ts-check
/** How long clients were cut off from games that they had open. */

/** @typedef {{ client: string, game: string, ms: number }} Absence */

/**
 * How long each client was cut off from each of its games, longest first. An absence starts when
 * the connection is lost, or with the first message on that connection that was never answered. It
 * ends when a server shows the client the game again, or else with the history. There is no absence
 * if the client left the game before that.
 * @param {readonly import('../history.mjs').Entry[]} entries in the order in which they happened
 * @returns {readonly Absence[]}
 */
export function absencesOf(entries) {
  /**
   * @type {Map<number, { client: string, node: string, at: number }>} messages without an answer
   * yet
   */
  const asked = new Map()
  /** @type {Map<string, { client: string, game: string, since: number }>} */
  const absent = new Map()
  /** @type {Absence[]} */
  const absences = []
  const end = (/** @type {string} */ key, /** @type {number} */ at) => {
    const found = absent.get(key)
    if (found === undefined) return
    absent.delete(key)
    absences.push({ client: found.client, game: found.game, ms: Math.round(at - found.since) })
  }
  for (const entry of entries) {
    const { at, client } = entry
    switch (entry.kind) {
      case 'sent':
        asked.set(entry.number, { client, node: entry.node, at })
        break
      case 'unanswered':
        asked.delete(entry.number)
        break
      case 'answered':
        asked.delete(entry.number)
        if (entry.answer.seen !== undefined) end(`${client} ${entry.answer.game}`, at)
        break
      case 'left':
        absent.delete(`${client} ${entry.game}`)
        break
      case 'lost': {
        const inVain = [...asked.values()].filter(
          (one) => one.client === client && one.node === entry.node,
        )
        const since = Math.min(at, ...inVain.map((one) => one.at))
        for (const game of entry.games) {
          const key = `${client} ${game}`
          if (!absent.has(key)) absent.set(key, { client, game, since })
        }
        break
      }
      default:
    }
  }
  const endedAt = entries.at(-1)?.at ?? 0
  for (const key of [...absent.keys()]) end(key, endedAt)
  return absences.sort((a, b) => b.ms - a.ms)
}
