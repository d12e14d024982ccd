import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly example?: string
}

/** An operation in the document. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { example: unknown } } }
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: object }>> }>
  >
}

type Paths = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>

/** A server's OpenAPI document, and checks of answers against it. */
export class Documented {
  readonly operations: readonly {
    readonly path: string
    readonly method: string
    readonly operation: DocumentedOperation
  }[]
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })

  private constructor(document: { readonly paths: Paths }) {
    this.#ajv.addSchema(document, DOCUMENT)
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  }

  static async of(url: string): Promise<Documented> {
    return new Documented(await (await fetch(`${url}/api/v1/openapi.json`)).json())
  }

  /** Checks that the document has an answer for its status. */
  async has(operation: DocumentedOperation, response: Response): Promise<void> {
    const documented = operation.responses[response.status]
    const where = `${operation.operationId} answered ${response.status}`
    expect(documented, where).toBeDefined()
    const [type = ''] = (response.headers.get('content-type') ?? '').split('; ')
    if (response.status === 304) return
    const entry = Object.entries(documented?.content ?? {}).find(([name]) => name.startsWith(type))
    expect(entry, `${where} as ${type}`).toBeDefined()
    if (!['application/json', 'application/problem+json'].includes(type)) return
    const text = JSON.stringify(entry?.[1].schema ?? {}).replaceAll('"#/', `"${DOCUMENT}#/`)
    const check = this.#ajv.compile(JSON.parse(text))
    expect(check(await response.json()), `${where}: ${this.#ajv.errorsText(check.errors)}`).toBe(
      true,
    )
  }
}

/** The address of an operation with these parameter values, plus unknown parameters. */
export function addressOf(
  path: string,
  { parameters }: DocumentedOperation,
  values: Record<string, string>,
  stray: Record<string, string> = {},
): string {
  const query = new URLSearchParams(stray)
  let address = path
  for (const { name, in: place } of parameters) {
    const value = values[name]
    if (value === undefined) continue
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else query.set(name, value)
  }
  return query.size === 0 ? address : `${address}?${query}`
}

// --- internal ---

const DOCUMENT = 'https://example.org/openapi.json'
