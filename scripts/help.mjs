// @ts-check
/** `--help` for every script: what stands at its head. No imports but Node's own: nothing need be installed. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Prints the comment at the head of a script and ends, where it is asked for help. To be called before the options are read.
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
