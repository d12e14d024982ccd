import type { Command } from 'commander'
import { readWhole } from '../arguments.ts'
import type { Wish } from '../commands/admin.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { type AddCommand, examples } from './options.ts'

/** `hokito admin`. */
export const addAdmin: AddCommand = (program, io, exit) => {
  const admin = program
    .command('admin')
    .description('moderate the players of a server, even while it is running')
    .addHelpText(
      'after',
      `
The log keeps every change. A player who is muted or suspended, or whose account
is closed, sees the reason and how long it lasts.
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
const WHY = ['--why <text>', 'the reason, which the player sees'] as const
const AS = [
  '--as <name>',
  'your name for the log (default: your user name on this system)',
] as const
const LAST = ['--last <count>', 'list at most this many, the latest ones', '50'] as const

const MOST_LISTED = 1000

function addReading(admin: Command, io: Io, exit: Exit): void {
  admin
    .command('reports')
    .description('list the reports that players made about each other')
    .option('--all', 'include closed reports')
    .option(...LAST)
    .option(...DATA)
    .action(async ({ data, all = false, last }) => {
      const { runReports } = await import('../commands/admin.ts')
      exit(await runReports({ data, all, most: readWhole(last, '--last', 1, MOST_LISTED) }, io))
    })
  admin
    .command('report')
    .description('show a report, with the messages of its game')
    .argument('<number>', 'number of the report, as in the list')
    .option(...DATA)
    .action(async (number, { data }) => {
      const { runReport } = await import('../commands/admin.ts')
      exit(await runReport({ data, number: readNumber(number) }, io))
    })
  admin
    .command('teachers')
    .description('list the accounts that ask to be confirmed as teachers, the oldest request first')
    .option('--most <count>', 'list at most this many', '50')
    .option(...DATA)
    .action(async ({ data, most }) => {
      const { runTeachRequests } = await import('../commands/admin.ts')
      exit(await runTeachRequests({ data, most: readWhole(most, '--most', 1, MOST_LISTED) }, io))
    })
  admin
    .command('log')
    .description('list what these commands have done')
    .argument('[name]', 'only entries about this player')
    .option(...LAST)
    .option(...DATA)
    .action(async (name, { data, last }) => {
      const { runAdminLog } = await import('../commands/admin.ts')
      exit(await runAdminLog({ data, name, most: readWhole(last, '--last', 1, MOST_LISTED) }, io))
    })
}

function addLimiting(admin: Command, io: Io, exit: Exit): void {
  const kinds = [
    ['mute', 'stop a player from sending messages to others'],
    ['suspend', 'stop a player from starting games'],
  ] as const
  for (const [limitation, description] of kinds) {
    admin
      .command(limitation)
      .description(description)
      .argument('<name>', 'name of the player')
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
      'close an account: its sessions end, nobody can sign in to it, and its tokens are refused',
    )
    .argument('<name>', 'name of the account')
    .requiredOption(...WHY)
    .option(...AS)
    .option(...DATA)
    .action(async (name, { why, as: by, data }) => {
      const wish: Wish = { kind: 'limit', limitation: 'close', name, forMs: null, why }
      exit(await order({ data, by }, wish, io))
    })
  admin
    .command('lift')
    .description('end a sanction before its time')
    .argument('<what>', 'mute, suspend or close')
    .argument('<name>', 'name of the player')
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
    .description('give a player another name; the usual rules for names apply')
    .argument('<name>', 'the current name')
    .argument('<next>', 'the new name')
    .requiredOption(...WHY)
    .option(...AS)
    .option(...DATA)
    .action(async (name, next, { why, as: by, data }) => {
      exit(await order({ data, by }, { kind: 'rename', name, next, why }, io))
    })
  admin
    .command('teacher')
    .description('confirm an account as a teacher, who may make classes and accounts for pupils')
    .argument('<name>', 'name of the account')
    .option('--off', 'withdraw the confirmation')
    .option('--to <name>', 'with --off: the teacher who gets the classes')
    .option('--refuse', 'refuse the request of the account instead')
    .requiredOption(...WHY)
    .option(...AS)
    .option(...DATA)
    .action(async (name, { off = false, to: successor, refuse = false, why, as: by, data }) => {
      if (successor !== undefined && !off) throw new UserError('--to needs --off', EXIT.usage)
      if (refuse && off) throw new UserError('choose --refuse or --off, not both', EXIT.usage)
      if (refuse) return exit(await order({ data, by }, { kind: 'refuseTeacher', name, why }, io))
      exit(await order({ data, by }, { kind: 'teacher', name, isOn: !off, successor, why }, io))
    })
  admin
    .command('answer')
    .description('close a report, and record the outcome')
    .argument('<number>', 'number of the report, as in the list')
    .requiredOption('--why <text>', 'the outcome')
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
