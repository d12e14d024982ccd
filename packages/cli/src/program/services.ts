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
    .action(async () => {
      const { runUgi } = await import('../commands/ugi.ts')
      exit(await runUgi(io))
    })
}

/** `hokito serve`. */
export const addServe: AddCommand = (program, io, exit) => {
  program
    .command('serve')
    .description('serve the site and online games')
    .option('--host <name>', 'where to listen (default: $HOST, else localhost)')
    .option('--port <number>', 'port to listen on (default: $PORT, else 3000)')
    .option('--data <folder>', 'where games are kept (default: $HOKITO_DATA, else ./data)')
    .addHelpText(
      'after',
      `
Also read: DATABASE_URL (sqlite:FILE), HOKITO_URL (the address people open, behind a
proxy), HOKITO_PROXIES (how many), HOKITO_SECRET, LOG_LEVEL.
One server at a time uses a folder; a second one says which process has it.
${examples('hokito serve', 'hokito serve --host 0.0.0.0 --port 8080')}`,
    )
    .action(async ({ host, port, data }) => {
      const { runServe } = await import('../commands/serve.ts')
      exit(await runServe({ host, port, data }, io))
    })
}
