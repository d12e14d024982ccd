import type { Command } from 'commander'
import { readWhole } from '../arguments.ts'
import type { Wish } from '../commands/admin.ts'
import type { ExitCode, Io } from '../io.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito admin`. */
export const addAdmin: AddCommand = (program, io, exit) => {
  const admin = program
    .command('admin')
    .description('look after the people of a server, even while it is running')
    .addHelpText(
      'after',
      `
Whatever is done is written into a log, and whoever it is about is told why and
until when.
${examples('hokito admin reports', 'hokito admin mute "Rude Otter" --for 7d --why "Insults in a game"')}`,
    )
  addReading(admin, io, exit)
  addLimiting(admin, io, exit)
  addOther(admin, io, exit)
}

// --- internal ---

type Exit = (code: ExitCode) => void

const DATA = [
  '--data <folder>',
  'where the server keeps its games (default: $HOKITO_DATA, else ./data)',
] as const
const WHY = ['--why <text>', 'the reason, which whoever it is about is shown'] as const
const AS = ['--as <name>', 'who does it, for the log (default: the user of the system)'] as const
const LAST = ['--last <count>', 'at most so many of the latest', '50'] as const

const MOST_LISTED = 1000

function addReading(admin: Command, io: Io, exit: Exit): void {
  admin
    .command('reports')
    .description('list what players have reported of each other')
    .option('--all', 'closed ones too')
    .option(...LAST)
    .option(...DATA)
    .action(async ({ data, all = false, last }) => {
      const { runReports } = await import('../commands/admin.ts')
      exit(await runReports({ data, all, most: readWhole(last, '--last', 1, MOST_LISTED) }, io))
    })
  admin
    .command('report')
    .description('show a report, with what was said in the game')
    .argument('<number>', 'as in the list')
    .option(...DATA)
    .action(async (number, { data }) => {
      const { runReport } = await import('../commands/admin.ts')
      exit(await runReport({ data, number: readNumber(number) }, io))
    })
  admin
    .command('log')
    .description('list what was done by these commands')
    .argument('[name]', 'about one player')
    .option(...LAST)
    .option(...DATA)
    .action(async (name, { data, last }) => {
      const { runAdminLog } = await import('../commands/admin.ts')
      exit(await runAdminLog({ data, name, most: readWhole(last, '--last', 1, MOST_LISTED) }, io))
    })
}

function addLimiting(admin: Command, io: Io, exit: Exit): void {
  const kinds = [
    ['mute', 'keep a player from saying anything to others'],
    ['suspend', 'keep a player from beginning games'],
  ] as const
  for (const [limitation, description] of kinds) {
    admin
      .command(limitation)
      .description(description)
      .argument('<name>', 'of the player')
      .option('--for <time>', 'for how long, such as 30m, 12h or 7d (default: for good)')
      .requiredOption(...WHY)
      .option(...AS)
      .option(...DATA)
      .action(async (name, { for: time, why, as: by, data }) => {
        const { readDuration } = await import('../commands/admin.ts')
        const forMs = time === undefined ? null : readDuration(time)
        exit(await order({ data, by }, { kind: 'limit', limitation, name, forMs, why }, io))
      })
  }
  admin
    .command('close')
    .description(
      'close an account: its sessions end, nobody signs in to it, and its tokens are refused',
    )
    .argument('<name>', 'of the account')
    .requiredOption(...WHY)
    .option(...AS)
    .option(...DATA)
    .action(async (name, { why, as: by, data }) => {
      const wish: Wish = { kind: 'limit', limitation: 'close', name, forMs: null, why }
      exit(await order({ data, by }, wish, io))
    })
  admin
    .command('lift')
    .description('end what a player is kept from')
    .argument('<what>', 'mute, suspend or close')
    .argument('<name>', 'of the player')
    .requiredOption(...WHY)
    .option(...AS)
    .option(...DATA)
    .action(async (what, name, { why, as: by, data }) => {
      const { readLimitation } = await import('../commands/admin.ts')
      const limitation = readLimitation(what)
      exit(await order({ data, by }, { kind: 'lift', limitation, name, why }, io))
    })
}

function addOther(admin: Command, io: Io, exit: Exit): void {
  admin
    .command('rename')
    .description('give a player another name, by the rules for names')
    .argument('<name>', 'as it is')
    .argument('<next>', 'as it will be')
    .requiredOption(...WHY)
    .option(...AS)
    .option(...DATA)
    .action(async (name, next, { why, as: by, data }) => {
      exit(await order({ data, by }, { kind: 'rename', name, next, why }, io))
    })
  admin
    .command('answer')
    .description('close a report, and say what has come of it')
    .argument('<number>', 'as in the list')
    .requiredOption('--why <text>', 'what has come of it')
    .option(...AS)
    .option(...DATA)
    .action(async (number, { why, as: by, data }) => {
      exit(await order({ data, by }, { kind: 'answer', report: readNumber(number), why }, io))
    })
}

async function order(
  { data, by }: { readonly data: string | undefined; readonly by: string | undefined },
  wish: Wish,
  io: Io,
): Promise<ExitCode> {
  const { runAdminOrder } = await import('../commands/admin.ts')
  return runAdminOrder({ data, admin: by, wish }, io)
}

function readNumber(text: string): number {
  return readWhole(text, 'the number of a report', 1, Number.MAX_SAFE_INTEGER)
}
