/**
 * A value as JSON in parts, for answers that would hold up players if they were written at once. A
 * list that is read an item at a time is written as it is read.
 */
export async function* jsonPartsOf(value: unknown, before = ''): AsyncGenerator<string> {
  if (isReadByItem(value)) {
    yield `${before}[`
    let next = ''
    for await (const item of value) {
      yield* jsonPartsOf(item, next)
      next = ',\n'
    }
    yield ']'
  } else if (hasListsReadByItem(value)) {
    let next = `${before}{`
    for (const [name, property] of Object.entries(value)) {
      if (property === undefined) continue
      yield* jsonPartsOf(property, `${next}${JSON.stringify(name)}:`)
      next = ','
    }
    yield '}'
  } else yield before + JSON.stringify(value)
}

// --- internal ---

function isReadByItem(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function hasListsReadByItem(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some(isReadByItem)
}
