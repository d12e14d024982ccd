/** What an element of a drawing is made with: its attributes, in the order in which they are written. */
export type Attributes = Readonly<Record<string, string | number>>

/** An element of a drawing, with what is in it. Nothing that a person has written may come in here. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${shortened(value)}"`)
  return content === ''
    ? `<${name}${words.join('')}/>`
    : `<${name}${words.join('')}>${content}</${name}>`
}

// --- internal ---

/** A hundredth of a unit is less than anybody sees. */
function shortened(value: string | number): string | number {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value
}
