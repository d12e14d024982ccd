// @ts-check
/** `npm run check`: types, lint and format, dead code, and the direction between packages and rooms. */
import { directionFaults } from './direction.mjs'
import { bin, build, checkNode, install, ROOT, succeeds, tell } from './setup.mjs'

checkNode()
install()
build()

/** Every check runs, so that one look shows all that is wrong. */
const checks = [
  checkTypes('the tests and scripts', 'tsconfig.tests.json'),
  checkTypes('the site', 'packages/web'),
  checkLint(),
  checkUse(),
  checkDirection(),
]
process.exitCode = checks.every((isGood) => isGood) ? 0 : 1

/**
 * @param {string} what
 * @param {string} project
 */
function checkTypes(what, project) {
  tell(`Types of ${what}…`)
  return succeeds(bin('tsc'), ['-p', project])
}

function checkLint() {
  tell('Lint and format…')
  return succeeds(bin('biome'), ['check', '--error-on-warnings', '.'])
}

/** What is exported or depended on, and used by nobody; what is used and listed nowhere. */
function checkUse() {
  tell('Dead code and dependencies…')
  return succeeds(bin('knip'), ['--no-progress'])
}

function checkDirection() {
  tell('Direction…')
  const faults = directionFaults(ROOT)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  return faults.length === 0
}
