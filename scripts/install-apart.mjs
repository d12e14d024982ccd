// @ts-check
/**
 * Installs the dependency of a rarely used script separately, so that the project need not fetch it
 * for everyone.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder in which npm has installed a package.
 * @param {string} wanted its name and version, as in `lighthouse@12.8.2`
 */
export function installApart(wanted) {
  const folder = join(tmpdir(), `hokito-${wanted}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--no-audit', '--no-fund', '--prefix', folder]
  execFileSync('npm', ['install', ...options, wanted], { stdio: 'inherit' })
  return folder
}
