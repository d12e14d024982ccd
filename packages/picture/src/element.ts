/** The attributes of an element, in the order in which they are written. */
export type Attributes = Readonly<Record<string, string | number>>

/**
 * An element with its content. Neither is escaped, so never pass text that a person has written.
 */
export function element(name: string, attributes: Attributes, content = ''): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${shortened(value)}"`)
  return content === ''
    ? `<${name}${words.join('')}/>`
    : `<${name}${words.join('')}>${content}</${name}>`
}

// --- internal ---

/** A hundredth of a unit is too small to see. */
function shortened(value: string | number): string | number {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value
}
