// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program to its end. Processes that it leaves running hold none of our pipes open.
 * @param {string} name
 * @param {readonly string[]} args
 * @throws Error with its output if it fails
 */
export async function execute(name, args) {
  const child = spawn(name, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part) => {
    said = (said + part).slice(-MOST_SAID)
  })
  const [code, signal] = await once(child, 'exit')
  child.stderr.destroy()
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed (${code ?? signal}): ${said}`)
}

// --- internal ---

const MOST_SAID = 2000
