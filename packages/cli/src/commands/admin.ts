import { userInfo } from 'node:os'
import {
  giveOrder,
  type LimitationView,
  LONGEST_WHY,
  type LogView,
  type OfficeError,
  type Order,
  type OrderRefusal,
  type ReportView,
  readAdminLog,
  readReport,
  readReports,
  readTeachRequests,
} from '@hokito/server'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { errorOf } from './data.ts'
import { configOf, nameOfDatabase } from './serve.ts'

/** The folder of a server's data. If absent, the same as for `serve`. */
interface Where {
  readonly data: string | undefined
}

/** An order without the name of the person who gives it. */
export type Wish = Unsigned<Order>
type Unsigned<T> = T extends unknown ? Omit<T, 'admin'> : never

/** Sends an order to the server, or carries it out here if none is running. */
export async function runAdminOrder(
  { data, wish, admin }: Where & { readonly wish: Wish; readonly admin: string | undefined },
  io: Io,
): Promise<ExitCode> {
  const config = configOf({ data }, io.env)
  const order = { ...wish, why: reasonOf(wish.why), admin: admin ?? userInfo().username }
  const given = await giveOrder(config, order, () => io.now().getTime())
  if (!given.ok) throw failureOf(given.error, nameOfDatabase(config))
  if (!given.value.ok) throw new UserError(refusalSentence(given.value.code, order))
  io.write(`Done: ${given.value.outcome}\n`)
  return EXIT.ok
}

/** `hokito admin reports`: one line per report. */
export async function runReports(
  { data, all, most }: Where & { readonly all: boolean; readonly most: number },
  io: Io,
): Promise<ExitCode> {
  const config = configOf({ data }, io.env)
  const reports = await readReports(config, { all, most })
  if (!reports.ok) throw failureOf(reports.error, nameOfDatabase(config))
  if (reports.value.length === 0) io.write(all ? 'No reports.\n' : 'No open reports.\n')
  for (const report of reports.value) io.write(`${reportLine(report)}\n`)
  return EXIT.ok
}

/** `hokito admin report`: everything about one report. */
export async function runReport(
  { data, number }: Where & { readonly number: number },
  io: Io,
): Promise<ExitCode> {
  const config = configOf({ data }, io.env)
  const report = await readReport(config, number)
  if (!report.ok) throw failureOf(report.error, nameOfDatabase(config))
  if (report.value === undefined) throw new UserError(refusalSentence('unknownReport'))
  io.write(reportText(report.value))
  return EXIT.ok
}

/** `hokito admin teachers`: one line per account that asks to teach. */
export async function runTeachRequests(
  { data, most }: Where & { readonly most: number },
  io: Io,
): Promise<ExitCode> {
  const config = configOf({ data }, io.env)
  const requests = await readTeachRequests(config, { most })
  if (!requests.ok) throw failureOf(requests.error, nameOfDatabase(config))
  if (requests.value.length === 0) io.write('Nobody asks to teach.\n')
  for (const { at, purpose, name, school } of requests.value) {
    io.write(
      `${timeOf(at)}  ${String(purpose).padEnd(6)}  ${name}${school === '' ? '' : `, ${school}`}\n`,
    )
  }
  return EXIT.ok
}

/** `hokito admin log`: one line per order. */
export async function runAdminLog(
  { data, name, most }: Where & { readonly name: string | undefined; readonly most: number },
  io: Io,
): Promise<ExitCode> {
  const config = configOf({ data }, io.env)
  const log = await readAdminLog(config, { name, most })
  if (!log.ok) throw failureOf(log.error, nameOfDatabase(config))
  if (log.value.length === 0) io.write('The log is empty.\n')
  for (const entry of log.value) io.write(`${logLine(entry)}\n`)
  return EXIT.ok
}

/** Reads a time such as `30m`, `12h` or `7d`. */
export function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (unitMs === undefined || Number(count) === 0) {
    throw new UserError(`--for must be a time such as 30m, 12h or 7d, not ${text}`, EXIT.usage)
  }
  return Number(count) * unitMs
}

/** Reads a kind of limitation. */
export function readLimitation(text: string): LimitationView['kind'] {
  const found = LIMITATIONS.find((kind) => kind === text)
  if (found !== undefined) return found
  throw new UserError(`the sanction must be mute, suspend or close, not ${text}`, EXIT.usage)
}

// --- internal ---

const LIMITATIONS = ['mute', 'suspend', 'close'] as const

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** @throws UserError if the text is empty, or longer than the player may be shown */
function reasonOf(why: string): string {
  // Characters that would move the cursor do not belong in a reason.
  const reason = why.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  if (reason !== '' && reason.length <= LONGEST_WHY) return reason
  throw new UserError(
    `--why must give the reason in 1 to ${LONGEST_WHY} characters, because the player sees it`,
    EXIT.usage,
  )
}

function failureOf(error: OfficeError, database: string): UserError {
  if (error.code === 'notTaken') {
    return new UserError(
      `nothing was done: the process that uses ${database} did not take the order; is it a server of this version?`,
    )
  }
  if (error.code === 'unheard') {
    return new UserError(
      'the server took the order but did not report the outcome: see `hokito admin log`',
    )
  }
  return errorOf(error, database, database)
}

function refusalSentence(code: OrderRefusal, order?: Order): string {
  const name = order !== undefined && 'name' in order ? order.name : ''
  const successor = order?.kind === 'teacher' ? order.successor : undefined
  const sentences: { readonly [C in OrderRefusal]: string } = {
    unknownPlayer: `no player is called ${name}`,
    noAccount: `${name} is a guest and has no account`,
    notLimited: `${name} has no such sanction`,
    notTeacher: `${name} is not a teacher`,
    notAsked: `${name} has not asked to teach, or has an answer already`,
    ofClass: `${name} is a pupil of a class, and cannot be a teacher`,
    noSuccessor: `${successor} is not another teacher, so the classes stay where they are`,
    tooManyClasses: `${successor} would have more classes than a teacher may have`,
    unknownReport: 'there is no report with this number',
    answered: 'this report is closed already',
    failed: 'the server could not do it: see its log',
    nameTooShort: 'the new name is too short',
    nameTooLong: 'the new name is too long',
    nameCharacters: 'the new name has characters that names cannot have',
    nameReserved: 'the new name is reserved',
    nameTaken: 'someone else has the new name, or one that looks like it',
    renameTooSoon: 'the name was changed too recently',
  }
  return sentences[code]
}

function reportLine({ number, at, reason, nameNow, reporter, closedAt }: ReportView): string {
  const state = closedAt === null ? '' : ' (closed)'
  return `${String(number).padStart(5)}  ${timeOf(at)}  ${reason.padEnd(5)}  ${nameNow}, reported by ${reporter}${state}`
}

function reportText(report: ReportView): string {
  const { number, at, reason, name, nameNow, reporter, words, game, said, answer } = report
  const called = name === nameNow ? name : `${name}, now ${nameNow}`
  const lines = [
    `Report ${number} of ${timeOf(at)}`,
    `About:     ${called}`,
    `By:        ${reporter}`,
    `Reason:    ${reason}`,
    `Details:   ${words === '' ? '-' : words}`,
    `Game:      ${game === null ? '-' : `/play/${game}`}`,
    ...report.limitations.map((limitation) => `Sanction:  ${limitationText(limitation)}`),
    ...said.map(
      ({ by, at: saidAt, phrase, words: own }) =>
        `  ${timeOf(saidAt)} ${by}: ${own ?? `[${phrase ?? ''}]`}`,
    ),
    ...(answer === null ? [] : [`Closed:    ${answer}`]),
  ]
  return `${lines.join('\n')}\n`
}

function limitationText({ kind, until, why }: LimitationView): string {
  return `${SANCTIONS[kind]} ${until === null ? 'for good' : `until ${timeOf(until)}`}: ${why}`
}

const SANCTIONS: { readonly [K in LimitationView['kind']]: string } = {
  mute: 'muted',
  suspend: 'suspended',
  close: 'account closed',
}

function logLine({ at, admin, action, about, outcome, why }: LogView): string {
  return `${timeOf(at)}  ${admin}: ${action} ${about} (${outcome}): ${why}`
}

/** A time in UTC, to the second. A damaged row may have none. */
function timeOf(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return 'unknown'.padEnd(WIDTH)
  return `${date.toISOString().slice(0, 19).replace('T', ' ')}Z`
}

/** That of every time of our years. */
const WIDTH = 20
