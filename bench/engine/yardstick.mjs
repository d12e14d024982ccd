// @ts-check
/**
 * The native program for speed comparisons. It is not part of this project: `HOKITO_YARDSTICK`
 * names its folder, by default it is expected beside the checkout. Without it, or without a C++
 * compiler, our figures stand alone.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatPosition } from '../../packages/rules/dist/index.js'

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {{ readonly verdict: string, readonly seconds: number }} Verdict */
/**
 * @typedef {object} Yardstick
 * @property {(position: Position, depth: number) => number} perft million sequences a second
 * @property {(position: Position, seconds: number) => Verdict} solve `unknown` if time ran out
 */

const FOLDER =
  process.env.HOKITO_YARDSTICK ?? new URL('../../../shared/yardstick', import.meta.url).pathname

/**
 * Builds it, or returns the reason why not.
 * @returns {{ readonly yardstick: Yardstick } | { readonly why: string }}
 */
export function buildYardstick() {
  if (!existsSync(join(FOLDER, 'Makefile'))) return { why: 'the yardstick is not there' }
  const folder = mkdtempSync(join(tmpdir(), 'hokito-yardstick-'))
  cpSync(FOLDER, folder, { recursive: true })
  const made = spawnSync('make', [], { cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) return { why: 'the yardstick could not be built (make, a C++ compiler)' }
  const program = join(folder, 'yardstick')
  /** @param {readonly string[]} args */
  const run = (args) => execFileSync(program, args, { encoding: 'utf8' })
  return {
    yardstick: {
      perft(position, depth) {
        const answer = run(['perft', formatPosition(position), String(depth), position.endRule])
        return Number(/mnps ([\d.]+)/.exec(answer)?.[1])
      },
      solve(position, seconds) {
        const answer = run(['solve', formatPosition(position), position.endRule, String(seconds)])
        const [, verdict = 'unknown', took = 'NaN'] = /^(\w+) .*seconds ([\d.]+)/.exec(answer) ?? []
        return { verdict, seconds: Number(took) }
      },
    },
  }
}
