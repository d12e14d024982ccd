// @ts-check
/**
 * `npm run sbom`: lists what ships as CycloneDX, by npm's own command. `npm sbom --omit dev` leaves
 * out every package that the root lists for development, even if the server ships it. So the script
 * copies the packages without their development dependencies to a folder of its own, and runs npm
 * there. With `--audit` it asks npm for known vulnerabilities instead.
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
// npm names the list after its folder.
const folder = join(above, 'hokito')

const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
for (const place of ['.', ...workspaces]) copyShipped(join(place, 'package.json'))
copyFileSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'))
// The lock file keeps its versions. Packages that are no longer needed are removed from it.
npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--silent'])
try {
  npm(values.audit ? ['audit'] : ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'])
} catch {
  // npm has already printed the reason.
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
