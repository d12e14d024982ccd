import {
  type ByColor,
  byColor,
  type Color,
  formatDate,
  type GameOptions,
  type GameRecord,
} from '@hokito/rules'
import { estimateElo, type SprtOptions, sprt } from '../arena/elo.ts'
import { type Pace, playGame } from '../arena/game.ts'
import { runLanes } from '../arena/lanes.ts'
import { type OpeningOptions, openingOf } from '../arena/opening.ts'
import type { Player } from '../arena/player.ts'
import { openRecordFile } from '../arena/record-file.ts'
import {
  EMPTY_TALLY,
  gamesOf,
  isForfeit,
  type PlayedGame,
  shareOf,
  type Tally,
  withPair,
} from '../arena/tally.ts'
import { startUgiPlayer, type UgiPlayerOptions } from '../arena/ugi-player.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { createProgress } from '../progress.ts'

/** Arguments of `match`. */
export interface MatchArguments {
  readonly players: readonly [UgiPlayerOptions, UgiPlayerOptions]
  /** Number of games, which is even because each opening is played twice. */
  readonly games: number
  readonly pace: Pace
  readonly graceMs: number
  readonly openings: OpeningOptions
  readonly options: GameOptions
  /** Number of games at a time. Each has two engines of its own. */
  readonly parallel: number
  readonly sprt: SprtOptions | undefined
  readonly out: { readonly path: string; readonly mayAppend: boolean } | undefined
  readonly json: boolean
}

/**
 * `hokito match`: two engines against each other, in pairs of games from the same opening with
 * colours swapped. Fails if it is interrupted, or if a sequential test decides against the first.
 */
export async function runMatch(args: MatchArguments, io: Io): Promise<ExitCode> {
  const file = args.out && (await openRecordFile(args.out.path, args.out.mayAppend))
  const progress = createProgress(io)
  let tally = EMPTY_TALLY
  let names: readonly string[] = args.players.map(({ command }) => command.join(' '))
  const verdict = () =>
    args.sprt === undefined ? undefined : sprt(tally.pairs, args.sprt).accepted
  try {
    await runLanes({
      lanes: Math.min(args.parallel, args.games / 2),
      open: () => openLane(args, io.interrupted),
      work: async (lane, index) => {
        if (index >= args.games / 2 || io.interrupted.aborted || verdict() !== undefined)
          return false
        names = lane.players().map(({ name }) => name)
        const pair = await playPair(args, lane, index, io)
        if (pair === undefined) return false
        for (const { record } of pair) await file?.add(record)
        tally = withPair(tally, pair)
        progress.tell(`${gamesOf(tally)} of ${args.games} games: ${summary(tally, args.sprt)}`)
        return true
      },
    })
  } finally {
    progress.clear()
    await file?.close()
  }
  io.write(
    args.json
      ? `${JSON.stringify(factsOf(names, tally, args.sprt))}\n`
      : report(names, tally, args.sprt),
  )
  return io.interrupted.aborted || verdict() === 'H0' ? EXIT.failed : EXIT.ok
}

// --- internal ---

type Pair<T> = readonly [T, T]

/** Two engines that play one game after another. */
interface Lane {
  readonly players: () => Pair<Player>
  /**
   * Restarts both engines. One that was late or broke down may still reply to the previous game.
   */
  renew(): Promise<void>
  close(): Promise<void>
}

async function openLane({ players }: MatchArguments, interrupted: AbortSignal): Promise<Lane> {
  let current = await startBoth(players)
  const close = () => closeBoth(current)
  // A player that is choosing a move returns straight away when it is closed.
  interrupted.addEventListener('abort', () => void close(), { once: true })
  return {
    players: () => current,
    renew: async () => {
      await close()
      current = await startBoth(players)
      if (interrupted.aborted) await close()
    },
    close,
  }
}

async function startBoth([first, second]: MatchArguments['players']): Promise<Pair<Player>> {
  const started = await startUgiPlayer(first)
  try {
    return [started, await startUgiPlayer(second)]
  } catch (error) {
    await started.close()
    throw error
  }
}

async function closeBoth([first, second]: Pair<Player>): Promise<void> {
  await Promise.all([first.close(), second.close()])
}

async function playPair(
  args: MatchArguments,
  lane: Lane,
  index: number,
  io: Io,
): Promise<Pair<PlayedGame> | undefined> {
  const opening = openingOf(index, args.openings)
  const dependencies = { nowMs: () => io.now().getTime(), interrupted: io.interrupted }
  const play = async (firstColor: Color): Promise<PlayedGame | undefined> => {
    const [first, second] = lane.players()
    const players = byColor((color) => (color === firstColor ? first : second))
    const tags = tagsOf(players, args.pace, index + 1, io.now())
    const { options, pace, graceMs } = args
    const record = await playGame({ opening, options, players, pace, graceMs, tags }, dependencies)
    if (record !== undefined && isForfeit(record)) await lane.renew()
    return record && { record, firstColor }
  }
  const asBlack = await play('black')
  const asWhite = asBlack && (await play('white'))
  return asBlack && asWhite && [asBlack, asWhite]
}

function tagsOf(
  players: ByColor<Player>,
  pace: Pace,
  round: number,
  now: Date,
): GameRecord['tags'] {
  return {
    Event: 'Engine match',
    Date: formatDate(now),
    Black: players.black.name,
    White: players.white.name,
    Round: String(round),
    ...(pace.kind === 'clock' && {
      TimeControl: `${pace.baseMs / 1000}+${pace.incrementMs / 1000}`,
    }),
  }
}

function summary(tally: Tally, hypotheses: SprtOptions | undefined): string {
  const { won, drawn, lost } = tally
  const { elo, low, high } = estimateElo(tally.pairs)
  const test = hypotheses && sprt(tally.pairs, hypotheses)
  const share = (shareOf(tally) * 100).toFixed(1)
  const llr = test === undefined ? '' : `, LLR ${test.llr.toFixed(2)} (±${test.bound.toFixed(2)})`
  return `+${won} =${drawn} -${lost}, ${share}%, Elo ${signed(elo)} [${signed(low)}, ${signed(high)}]${llr}`
}

function report(
  names: readonly string[],
  tally: Tally,
  hypotheses: SprtOptions | undefined,
): string {
  const [first = '', second = ''] = names
  const test = hypotheses && sprt(tally.pairs, hypotheses)
  const verdicts = { H0: `at most ${hypotheses?.elo0} Elo`, H1: `at least ${hypotheses?.elo1} Elo` }
  return [
    `${first} against ${second}, ${gamesOf(tally)} games:`,
    summary(tally, hypotheses),
    `pairs in which the first engine scored 0, ½, 1, 1½, 2: ${tally.pairs.join(' ')}`,
    `lost on time or by failing: first ${tally.faults[0]}, second ${tally.faults[1]}`,
    ...(test === undefined
      ? []
      : [
          `sequential test: ${test.accepted === undefined ? 'undecided' : verdicts[test.accepted]}`,
        ]),
    '',
  ].join('\n')
}

function factsOf(names: readonly string[], tally: Tally, hypotheses: SprtOptions | undefined) {
  const { elo, low, high } = estimateElo(tally.pairs)
  return {
    players: names,
    games: gamesOf(tally),
    ...tally,
    share: shareOf(tally),
    // JSON has no infinity. Null means that all or no points were made.
    elo: finite(elo),
    eloLow: finite(low),
    eloHigh: finite(high),
    ...(hypotheses && { sprt: { ...hypotheses, ...sprt(tally.pairs, hypotheses) } }),
  }
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null
}

function signed(elo: number): string {
  if (!Number.isFinite(elo)) return elo > 0 ? '+∞' : '−∞'
  const rounded = Math.round(elo) || 0
  return rounded > 0 ? `+${rounded}` : String(rounded).replace('-', '−')
}
