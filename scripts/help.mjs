// @ts-check
/**
 * Implements `--help` for every script: it prints the comment at the top. It imports only Node's
 * own modules, so nothing need be installed.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * If the script was started with `--help`, prints its first comment and exits. Call it before
 * reading the options.
 * @param {string} url the script's `import.meta.url`
 */
export function helpOn(url) {
  const asked = process.argv.slice(2)
  if (!asked.includes('--help') && !asked.includes('-h')) return
  process.stdout.write(`${headOf(readFileSync(fileURLToPath(url), 'utf8'))}\n`)
  process.exit(0)
}

// --- internal ---

/**
 * The text of a script's first comment.
 * @param {string} source
 */
function headOf(source) {
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(source) ?? []
  return comment.replace(/^[ \t]*\* ?/gm, '').trim()
}
