// @ts-check
/** Values that fit a schema, and values that fit none. */
import fc from 'fast-check'

/**
 * @typedef {{
 *   oneOf?: Json[], anyOf?: Json[], const?: unknown, enum?: unknown[], type?: string,
 *   properties?: Record<string, Json>, required?: string[], items?: Json, maxItems?: number,
 *   pattern?: string, minLength?: number, maxLength?: number, minimum?: number, maximum?: number,
 * }} Json the parts of JSON Schema that describe the protocol
 */

/**
 * Any value of a schema, ignoring checks that the schema makes in code.
 * @param {Json} schema
 * @returns {fc.Arbitrary<any>}
 */
export function anyOf(schema) {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return fc.oneof(...choices.map(anyOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const parts = Object.entries(schema.properties ?? {})
      const made = Object.fromEntries(parts.map(([name, part]) => [name, anyOf(part)]))
      return fc.record(made, { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(anyOf(schema.items ?? {}), { maxLength: schema.maxItems ?? 5 })
    case 'integer':
    case 'number':
      return fc.integer({ min: least(schema.minimum), max: most(schema.maximum) })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return schema.pattern === undefined
        ? fc.string({ minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 100 })
        : fc.stringMatching(new RegExp(schema.pattern))
    default:
      return fc.jsonValue()
  }
}

/** Values that no client should send. */
export const ODD = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    -1,
    0.5,
    2 ** 53,
    -0,
    1e308,
    '',
    '\u0000',
    '../..',
    "' or 1=1 --",
    'x'.repeat(3000),
  ),
  fc.constantFrom(null, [], {}, { toString: 'x' }, '__proto__', true),
)

// --- internal ---

const least = (/** @type {number | undefined} */ bound) => Math.max(bound ?? 0, -(2 ** 31))
const most = (/** @type {number | undefined} */ bound) => Math.min(bound ?? 1000, 2 ** 31 - 1)
