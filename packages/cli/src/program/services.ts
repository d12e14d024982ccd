import { type AddCommand, examples } from './options.ts'

/** `hokito ugi`. */
export const addUgi: AddCommand = (program, io, exit) => {
  program
    .command('ugi')
    .description('speak UGI on standard input and output, for other programs')
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
    .option('--host <name>', 'address to listen on (default: $HOST, else localhost)')
    .option('--port <number>', 'port to listen on (default: $PORT, else 3000)')
    .option('--data <folder>', 'where games are kept (default: $HOKITO_DATA, else ./data)')
    .addHelpText(
      'after',
      `
Environment variables:
  DATABASE_URL        sqlite:FILE, or a PostgreSQL database
  REDIS_URL           a Redis, for several servers on one PostgreSQL database
  HOKITO_NODE         the name of this one of several servers in the load balancer
  HOKITO_URL          the address that people open, if it is that of a proxy
  HOKITO_PROXIES      the number of proxies
  HOKITO_HOUSE_BOTS   levels of the bots in the lobby, such as 1,5,9; 0 for none
  HOKITO_DAILY_ARENA  the hour in UTC at which the arena of the day starts, such
                      as 18; off for none
Also HOKITO_SECRET, LOG_LEVEL, and those that begin with HOKITO_METRICS_,
HOKITO_PUSH_, HOKITO_SMTP_ and HOKITO_MAIL_: packages/server/README.md has all.

Only one server at a time can use a folder. A second one says which process is
using it.
${examples('hokito serve', 'hokito serve --host 0.0.0.0 --port 8080')}`,
    )
    .action(async ({ host, port, data }) => {
      const { runServe } = await import('../commands/serve.ts')
      exit(await runServe({ host, port, data }, io))
    })
}
