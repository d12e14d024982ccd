// @ts-check
/**
 * `npm run check`: types, lint and format, dead code, the words and the sample positions, the
 * direction between packages and rooms, and the links of the documents.
 */
import { directionFaults } from './direction.mjs'
import { bin, ROOT, setUp, succeeds, tell } from './setup.mjs'
import { positionErrors, proseErrors, wordErrors } from './words.mjs'

await setUp()

/** Every check runs, so that one run shows all errors. */
const checks = [
  checkTypes('the tests and scripts', 'tsconfig.tests.json'),
  checkTypes('the site', 'packages/web'),
  checkLint(),
  checkUse(),
  checkWords(),
  checkDirection(),
  await checkLinks(),
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

/** Unused exports and dependencies, and dependencies that are used but not listed. */
function checkUse() {
  tell('Dead code and dependencies…')
  return succeeds(bin('knip'), ['--no-progress'])
}

function checkWords() {
  tell('Words…')
  return isFaultless([...wordErrors(ROOT), ...proseErrors(ROOT), ...positionErrors(ROOT)])
}

function checkDirection() {
  tell('Direction…')
  return isFaultless(directionFaults(ROOT))
}

async function checkLinks() {
  tell('Links between pages and to code…')
  // Imported after the setup, because it needs the installed packages.
  const { linkFaults } = await import('./links.mjs')
  const faults = linkFaults(ROOT)
  if (faults.length > 0) tell('node scripts/fix-links.mjs corrects line numbers.')
  return isFaultless(faults)
}

/** @param {readonly string[]} faults */
function isFaultless(faults) {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  return faults.length === 0
}
