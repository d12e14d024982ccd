// @ts-check
/** `npm start`: everything from a fresh checkout to a page that can be opened. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, setUp } from './setup.mjs'

await setUp('serving')

const hokito = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/hokito.mjs'), 'serve'], {
  stdio: 'inherit',
})
// The terminal sends its Ctrl-C to both; this one waits for the server to close its doors.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => hokito.kill('SIGTERM'))
hokito.on('exit', (code) => {
  process.exitCode = code ?? 1
})
