import { fileURLToPath } from 'node:url'

/** The command that starts this package's own engine as another program would. */
export function ownCommand(): readonly string[] {
  return ['node', fileURLToPath(new URL('../bin/hokito.mjs', import.meta.url)), 'ugi']
}
