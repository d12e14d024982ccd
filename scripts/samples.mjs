// @ts-check
/** Finds the samples of code in the pages, and the commands in those for a shell. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagesIn } from './words.mjs'

/**
 * A fenced block of a page.
 * @typedef {object} Sample
 * @property {string} file relative to the checkout
 * @property {string} language as the fence says; empty if it does not
 * @property {string} code
 */

/**
 * A command of a shell: the variables that it sets, and its words without quotes.
 * @typedef {{ readonly variables: readonly string[], readonly words: readonly string[] }} ShellCommand
 */

/**
 * All samples in the pages of a checkout.
 * @param {string} root
 * @returns {readonly Sample[]}
 */
export function samplesIn(root) {
  return pagesIn(root).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = '', code = '']) => ({ file, language, code }),
    ),
  )
}

/**
 * The commands of a sample for a shell, without comments and without where their output goes.
 * @param {string} code
 * @returns {readonly ShellCommand[]}
 */
export function commandsIn(code) {
  return code
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*/, '').split(' && '))
    .map((command) => command.match(/(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'])+/g) ?? [])
    .filter((words) => words.length > 0)
    .map(commandOf)
}

// --- internal ---

const ASSIGNMENT = /^([A-Z_]+)=/

/** @param {readonly string[]} all */
function commandOf(all) {
  const begin = all.findIndex((word) => !ASSIGNMENT.test(word))
  const [set, rest] = begin === -1 ? [all, []] : [all.slice(0, begin), all.slice(begin)]
  const end = rest.findIndex((word) => /^[<>|]/.test(word))
  return {
    variables: set.map((word) => ASSIGNMENT.exec(word)?.[1] ?? ''),
    words: rest.slice(0, end === -1 ? undefined : end).map((word) => word.replaceAll(/["']/g, '')),
  }
}
