// @ts-check
/**
 * `npm run sbom`: lists what ships, by npm's own command, as CycloneDX. `npm sbom --omit dev` leaves out whatever the
 * root names for development, also where the server ships it too; so this is asked of the same packages without
 * their development, in a folder of its own. With `--audit` npm is asked there for known faults instead.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './setup.mjs'

const { values } = parseArgs({ options: { audit: { type: 'boolean', default: false } } })
const above = mkdtempSync(join(tmpdir(), 'hokito-sbom-'))
process.once('exit', () => rmSync(above, { recursive: true }))
// npm calls what it lists by the name of its folder.
const folder = join(above, 'hokito')

const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
for (const place of ['.', ...workspaces]) copyShipped(join(place, 'package.json'))
copyFileSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'))
// The lock file keeps its versions; what nobody asks for any more goes.
npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--silent'])
try {
  npm(values.audit ? ['audit'] : ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'])
} catch {
  // npm has said why.
  process.exit(1)
}

/** @param {string} path */
function copyShipped(path) {
  const { devDependencies: _, ...shipped } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), JSON.stringify(shipped))
}

/** @param {readonly string[]} words */
function npm(words) {
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}
