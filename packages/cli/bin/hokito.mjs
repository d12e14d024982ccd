#!/usr/bin/env node
import { tooFewOpenFiles } from '../dist/open-files.js'

const error = tooFewOpenFiles()
if (error === undefined) {
  await import('../dist/main.js')
} else {
  process.stderr.write(`hokito: ${error}\n`)
  process.exitCode = 1
}
