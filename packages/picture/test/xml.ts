/** Why a text is no well-formed XML of elements alone, such as our drawings; undefined where it is. */
export function errorIn(text: string): string | undefined {
  const open: string[] = []
  let at = 0
  while (at < text.length) {
    PIECE.lastIndex = at
    const found = PIECE.exec(text)
    if (found === null) return `at ${at}: ${text.slice(at, at + 40)}`
    const [piece, closed, opened, attributes = '', end] = found
    at += piece.length
    if (closed !== undefined) {
      if (open.pop() !== closed) return `</${closed}> closes nothing`
    } else if (opened !== undefined) {
      const names = Array.from(attributes.matchAll(/ ([\w-]+)=/g), ([, name]) => name)
      if (new Set(names).size < names.length) return `<${opened}> has an attribute twice`
      if (end === '') open.push(opened)
    }
    if (open.length === 0 && at < text.length) return 'there is something after the end'
  }
  return open.length === 0 ? undefined : `<${open.at(-1)}> is never closed`
}

// --- internal ---

/** A closing tag, or an opening one with its attributes. */
const PIECE = /<\/([a-zA-Z]+)>|<([a-zA-Z]+)((?: [\w-]+="[^"<&]*")*)(\/?)>/gy
