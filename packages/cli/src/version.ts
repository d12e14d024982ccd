import { readFileSync } from 'node:fs'

/** The version in package.json. */
export const VERSION: string = readVersion()

// --- internal ---

function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const version = Object(manifest).version
  return typeof version === 'string' ? version : 'unknown'
}
