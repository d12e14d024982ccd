#!/usr/bin/env node
import { tooFewOpenFiles } from '../dist/open-files.js'

const fault = tooFewOpenFiles()
if (fault === undefined) {
  await import('../dist/main.js')
} else {
  process.stderr.write(`hokito: ${fault}\n`)
  process.exitCode = 1
}
