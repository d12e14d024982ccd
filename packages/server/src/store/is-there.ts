import { access } from 'node:fs/promises'

/** Is there anything of that name that we may look at? */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
