import { runServe } from '../commands/serve.ts'
import { runUgi } from '../commands/ugi.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito ugi`. */
export const addUgi: AddCommand = (program, io, exit) => {
  program
    .command('ugi')
    .description('talk UGI on standard input and output, for other programs')
    .addHelpText(
      'after',
      examples("printf 'position deal 77.1234567\\ngo movetime 500\\n' | hokito ugi"),
    )
    .action(async () => exit(await runUgi(io)))
}

/** `hokito serve`. */
export const addServe: AddCommand = (program, io, exit) => {
  program
    .command('serve')
    .description('serve the site')
    .option('--host <name>', 'where to listen (default: $HOST, else localhost)')
    .option('--port <number>', 'port to listen on (default: $PORT, else 3000)')
    .addHelpText('after', examples('hokito serve', 'hokito serve --host 0.0.0.0 --port 8080'))
    .action(async ({ host, port }) => exit(await runServe({ host, port }, io)))
}
