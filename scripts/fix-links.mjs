// @ts-check
/**
 * `node scripts/fix-links.mjs`: corrects the line numbers in links of the documents, and reports
 * those that it cannot correct.
 */
import { fixLines, linkFaults } from './links.mjs'
import { ROOT } from './setup.mjs'

fixLines(ROOT)
const faults = linkFaults(ROOT)
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
