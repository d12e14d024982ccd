// @ts-check
/**
 * Changes single places of the built server while Node loads it; the files on disk stay unchanged.
 */

/** @typedef {import('./broken.mjs').Part & { url: string }} Placed */

/** @type {readonly Placed[]} */
let parts = []

/** @param {readonly Placed[]} data */
export function initialize(data) {
  parts = data
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  const own = parts.filter((part) => part.url === url)
  if (own.length === 0) return loaded
  const source = own.reduce(
    (text, { find, put }) => text.replace(find, () => put),
    String(loaded.source),
  )
  return { ...loaded, source }
}
