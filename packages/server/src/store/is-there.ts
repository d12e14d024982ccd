import { access } from 'node:fs/promises'

/** Does a file or folder exist, and may we access it? */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
