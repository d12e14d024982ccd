// @ts-check
/**
 * Tells the parent process where this server listens, and on each message what it has used so far.
 * @param {string} url
 */
export function reportUsage(url) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 2 ** 20 })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ url })
}
