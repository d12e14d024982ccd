import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Expression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast'
import { API, type Checker, type Type } from 'typescript/unstable/sync'

/**
 * The keys that the site's code passes to its translator, and the places at which the keys are
 * unclear.
 */
export interface UsedTexts {
  readonly keys: ReadonlySet<string>
  readonly unclear: readonly string[]
}

/**
 * Reads every call of a translator in a TypeScript project. The compiler lists the values that an
 * expression in its key can have, so a key counts as used only if some call can produce all of it.
 */
export function textsUsedIn(config: string): UsedTexts {
  const api = new API({ cwd: dirname(config) })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config} is no project`)
    const { checker, program, rootFiles } = project
    const named = rootFiles
      .filter((file) => CALL.test(readFileSync(file, 'utf8')))
      .flatMap((file) => keysNamedIn(program.getSourceFile(file)))
    const values = valuesOf(checker, named.flatMap(gapsIn))
    const texts = named.map((key) => ({ key, texts: textsOf(key, values) }))
    return {
      keys: new Set(texts.flatMap((each) => each.texts ?? [])),
      unclear: texts.filter((each) => each.texts === undefined).map(({ key }) => placeOf(key)),
    }
  } finally {
    api.close()
  }
}

// --- internal ---

/** The names under which the site calls its translator. */
const TRANSLATORS: readonly string[] = ['t', 'translate']
const CALL = /\b(?:t|translate)\(/

function keysNamedIn(node: Node | undefined): readonly Expression[] {
  const found: Expression[] = []
  const look = (at: Node): void => {
    if (isCallExpression(at) && isIdentifier(at.expression)) {
      const [key] = at.arguments
      if (key !== undefined && TRANSLATORS.includes(at.expression.text)) found.push(key)
    }
    at.forEachChild(look)
  }
  if (node !== undefined) look(node)
  return found
}

/** The parts of a key that only the compiler can resolve. */
function gapsIn(key: Expression): readonly Expression[] {
  if (isStringLiteral(key) || isNoSubstitutionTemplateLiteral(key)) return []
  if (isParenthesizedExpression(key)) return gapsIn(key.expression)
  if (isConditionalExpression(key)) return [key.whenTrue, key.whenFalse].flatMap(gapsIn)
  if (isTemplateExpression(key)) return key.templateSpans.flatMap((span) => gapsIn(span.expression))
  return [key]
}

type Values = ReadonlyMap<Expression, readonly string[] | undefined>

function valuesOf(checker: Checker, gaps: readonly Expression[]): Values {
  const types = checker.getTypeAtLocation(gaps)
  return new Map(gaps.map((gap, index) => [gap, literalsOf(checker, types[index])]))
}

/** All values of a type; undefined if they cannot be listed. */
function literalsOf(checker: Checker, type: Type | undefined): readonly string[] | undefined {
  if (type === undefined) return undefined
  if (type.isLiteralType()) return [String(type.value)]
  if (type.isUnionType()) return allOf(type.getTypes().map((each) => literalsOf(checker, each)))
  const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : undefined
  return constraint && literalsOf(checker, constraint)
}

/** All texts that a key can be; undefined if one of its parts can be anything. */
function textsOf(key: Expression, values: Values): readonly string[] | undefined {
  if (isStringLiteral(key) || isNoSubstitutionTemplateLiteral(key)) return [key.text]
  if (isParenthesizedExpression(key)) return textsOf(key.expression, values)
  if (isConditionalExpression(key)) {
    return allOf([textsOf(key.whenTrue, values), textsOf(key.whenFalse, values)])
  }
  if (!isTemplateExpression(key)) return values.get(key)
  return key.templateSpans.reduce<readonly string[] | undefined>(
    (beginnings, { expression, literal }) => {
      const parts = textsOf(expression, values)
      return parts && beginnings?.flatMap((text) => parts.map((part) => text + part + literal.text))
    },
    [key.head.text],
  )
}

function allOf(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined
}

/** The place of an expression, for a message. */
function placeOf(node: Node): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return `${relative(root, file.fileName)}:${line + 1}`
}
