// @ts-check
/** `node scripts/fix-links.mjs`: puts the lines right to which links of pages lead, and says what it cannot. */
import { fixLines, linkFaults } from './links.mjs'
import { ROOT } from './setup.mjs'

fixLines(ROOT)
const faults = linkFaults(ROOT)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
