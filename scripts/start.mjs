// @ts-check
/** `npm start`: everything from a fresh checkout to a page that can be opened. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, setUp } from './setup.mjs'

await setUp('serving')

const hokito = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/hokito.mjs'), 'serve'], {
  stdio: 'inherit',
})
// The terminal sends Ctrl-C to both processes. This one waits until the server has shut down in
// order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => hokito.kill('SIGTERM'))
hokito.on('exit', (code) => {
  process.exitCode = code ?? 1
})
