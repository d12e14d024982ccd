// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './setup.mjs'

/** @type {{ readonly scripts: Readonly<Record<string, string>> }} */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const files = Object.values(scripts).map((command) => command.replace(/^node /, ''))

/**
 * The packages loaded before a script's first line runs, apart from our own files and Node's
 * modules.
 * @param {string} file
 * @param {Set<string>} seen
 * @returns {readonly string[]}
 */
function packagesLoadedFirst(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const specifiers = Array.from(source.matchAll(/^(?:import|}) .*?'(.+)'$/gm), ([, it = '']) => it)
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return packagesLoadedFirst(join(dirname(file), specifier), seen)
    return specifier.startsWith('node:') ? [] : [specifier]
  })
}

test.each(files)('%s runs on a fresh checkout: it installs before it needs a package', (file) => {
  expect(packagesLoadedFirst(join(ROOT, file))).toEqual([])
})

test('each tool that builds is in the list of a workspace: `npm start` fetches no other', () => {
  const source = readFileSync(join(ROOT, 'scripts', 'parts.mjs'), 'utf8')
  const tools = Array.from(source.matchAll(/\[\s*'(\w+)',\s*\[/g), ([, tool = '']) => tool)
  expect(tools).toContain('vite')
  /** @param {string} path */
  const packageAt = (path) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
  const { workspaces } = packageAt('.')
  const provided = workspaces.flatMap((/** @type {string} */ workspace) => {
    const { dependencies = {}, devDependencies = {} } = packageAt(workspace)
    return Object.keys({ ...dependencies, ...devDependencies })
      .flatMap((name) => [join(workspace, 'node_modules', name), join('node_modules', name)])
      .filter((path) => existsSync(join(ROOT, path, 'package.json')))
      .flatMap((path) => Object.keys(packageAt(path).bin ?? {}))
  })
  expect(provided).toEqual(expect.arrayContaining(tools))
})
