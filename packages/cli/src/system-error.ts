/** Why the system refused an operation on a file or a program, as the end of a sentence. */
export function describeSystemError(error: unknown): string {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  return SENTENCES.get(code) ?? String(message)
}

// --- internal ---

const SENTENCES: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EACCES', 'this user does not have permission'],
  ['EPERM', 'this user does not have permission'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EMFILE', 'too many files are open'],
])
