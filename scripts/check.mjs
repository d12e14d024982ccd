// @ts-check
/** `npm run check`: types, lint and format, and the direction between packages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, checkNode, install, ROOT, run, tell } from './setup.mjs'

checkNode()
install()
build()
tell('Types…')
run('npx', ['tsc', '-p', 'tsconfig.tests.json'])
run('npx', ['tsc', '-p', 'packages/web'])
tell('Lint and format…')
run('npx', ['biome', 'check', '--error-on-warnings', '.'])
tell('Direction…')
checkDirection()

/**
 * Biome refuses forbidden imports file by file; this refuses them where they would be declared.
 */
function checkDirection() {
  const allowed = new Map([
    ['rules', []],
    ['engine', ['rules']],
    ['server', ['rules', 'engine', 'protocol']],
    ['web', ['rules', 'engine', 'protocol']],
    ['cli', ['rules', 'engine', 'server']],
  ])
  const faults = []
  for (const [name, may] of allowed) {
    const file = join('packages', name, 'package.json')
    const manifest = JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      const other = /^@hokito\/(.+)$/.exec(dependency)?.[1]
      if (other !== undefined && !may.includes(other))
        faults.push(`${file}: ${name} may not use ${other}`)
    }
  }
  if (faults.length === 0) return
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
