/** Conversations in UGI at random, with what must be answered to them. */
import {
  END_RULES,
  type EndRule,
  formatMove,
  formatPosition,
  legalMoves,
  occupiedCount,
  outcome,
  type Position,
  parseDeal,
  parsePosition,
  randomIndex,
  seededBytes,
  start,
  withEndRule,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'

/** A conversation, ended by `quit` or by the end of the input. */
export interface UgiScript {
  /** Lines that are written at once, one burst after another. */
  readonly bursts: readonly (readonly string[])[]
  readonly asks: readonly Ask[]
  /** How often `isready` is asked. */
  readonly ready: number
}

/** A `go`, and what its answer depends on. */
interface Ask {
  readonly line: string
  readonly position: Position
  /** Does anything that is written later stop it? */
  mayBeStopped: boolean
  /** The depth that its search reaches, where nothing else limits it. */
  readonly depth: number | undefined
}

/** The script of a seed: valid commands only. */
export function scriptOf(seed: number): UgiScript {
  const randomBytes = seededBytes(seed)
  const random = (below: number) => randomIndex(below, randomBytes)
  const writer = new Writer(random)
  const count = 1 + random(14)
  for (let i = 0; i < count; i++) writer.command()
  return writer.end()
}

/** What is wrong with the lines that were written in answer to a script; undefined if nothing is. */
export function flawOf({ asks, ready }: UgiScript, lines: readonly string[]): string | undefined {
  const error = lines.find((line) => line.startsWith('error'))
  if (error !== undefined) return error
  const readies = lines.filter((line) => line === 'readyok').length
  if (readies !== ready) return `${readies} readyok for ${ready} isready`
  let heard: string[] = []
  let answered = 0
  for (const line of lines) {
    heard.push(line)
    if (!/^(bestmove|nodes|solved) /.test(line)) continue
    const ask = asks[answered++]
    const flaw = ask === undefined ? 'nothing was asked' : flawOfAnswer(ask, heard)
    if (flaw !== undefined) return `${ask?.line}: ${line}: ${flaw}`
    heard = []
  }
  return answered === asks.length ? undefined : `${asks[answered]?.line} has no answer`
}

// --- internal ---

/** From so few squares down a proof takes no time. */
const PROVED_AT_ONCE = 14

/** Positions with very many moves, one that is over, and one in which White alone is stuck. */
const ODD = [
  'AAcccc/cccccc/cccccc/cccccc/cccccc/cccccA b',
  '------/------/------/------/------/a----B2 b',
  '------/------/------/------/------/a----a b',
]

class Writer {
  readonly #random: (below: number) => number
  readonly #bursts: string[][] = [[]]
  readonly #asks: Ask[] = []
  #ready = 0
  #endRule: EndRule = 'either'
  #isFullStrength = true
  #position = firstPosition()

  constructor(random: (below: number) => number) {
    this.#random = random
  }

  command(): void {
    const commands = [
      () => this.#go(),
      () => this.#go(),
      () => this.#go(),
      () => this.#setPosition(),
      () => this.#stop(),
      () => this.#stop(),
      () => this.#isReady(),
      () => this.#setOption(),
      () => this.#write(this.#pick(['ugi', 'uginewgame', 'd', 'query gameover', 'query result'])),
    ]
    this.#pick(commands)()
    if (this.#random(3) === 0) this.#bursts.push([])
  }

  end(): UgiScript {
    const isQuit = this.#random(2) === 0
    if (isQuit) this.#write('quit')
    for (const ask of this.#asks) ask.mayBeStopped ||= isQuit || /infinite/.test(ask.line)
    return { bursts: this.#bursts, asks: this.#asks, ready: this.#ready }
  }

  #go(): void {
    const few = String(1 + this.#random(3))
    const words = this.#pick([
      `depth ${few}`,
      `depth ${few}`,
      `nodes ${1 + this.#random(4000)}`,
      `movetime ${1 + this.#random(8)}`,
      `p1time ${this.#random(300)} p2time ${this.#random(300)} p1inc 1`,
      'infinite',
      `perft ${few}`,
      'solve',
      'solve verdict',
    ])
    const isLimitedByDepth = words.startsWith('depth') && this.#isFullStrength
    const line = `go ${words}`
    this.#write(line)
    this.#asks.push({
      line,
      position: this.#position,
      mayBeStopped: false,
      depth: isLimitedByDepth ? Number(few) : undefined,
    })
    const isLong = words.startsWith('solve') && occupiedCount(this.#position) > PROVED_AT_ONCE
    if (isLong) this.#stop()
  }

  #stop(): void {
    this.#write('stop')
    for (const ask of this.#asks) ask.mayBeStopped = true
  }

  #isReady(): void {
    this.#write('isready')
    this.#ready++
  }

  #setPosition(): void {
    if (this.#random(6) === 0) {
      const hfen = this.#pick(ODD)
      const parsed = parsePosition(hfen, this.#endRule)
      if (!parsed.ok) throw new Error(hfen)
      this.#position = parsed.value
      return this.#write(`position hfen ${hfen}`)
    }
    this.#position = this.#pick(seededGame(this.#random(50), this.#endRule).positions)
    this.#write(`position hfen ${formatPosition(this.#position)}`)
  }

  #setOption(): void {
    const set = (name: string, value: unknown) =>
      this.#write(`setoption name ${name} value ${value}`)
    // Each of these restarts the engine's threads, so they are rare.
    if (this.#random(8) === 0) {
      return set(this.#pick(['Hash', 'Threads']), 1 + this.#random(2))
    }
    const kind = this.#random(3)
    if (kind === 0) return set('MultiPV', 1 + this.#random(4))
    if (kind === 1) {
      const level = this.#random(11)
      this.#isFullStrength = level === 0
      return set('Level', level)
    }
    this.#endRule = this.#pick(END_RULES)
    this.#position = withEndRule(this.#position, this.#endRule)
    set('EndRule', this.#endRule)
  }

  #write(line: string): void {
    this.#bursts.at(-1)?.push(line)
  }

  #pick<T>(choices: readonly T[]): T {
    const choice = choices[this.#random(choices.length)]
    if (choice === undefined) throw new Error('there is nothing to choose from')
    return choice
  }
}

/** What is set up before any `position`. */
function firstPosition(): Position {
  const deal = parseDeal('0.0')
  if (!deal.ok) throw new Error('0.0 is a deal')
  return start(deal.value, 'either')
}

/** What is wrong with the lines that end in an answer; undefined if nothing is. */
function flawOfAnswer(ask: Ask, heard: readonly string[]): string | undefined {
  const answer = heard.at(-1) ?? ''
  const isOver = outcome(ask.position) !== undefined
  if (ask.line.startsWith('go perft')) return flawOfCount(ask, answer)
  if (ask.line.startsWith('go solve')) {
    const isProved = /^solved (win|draw|loss) margin (-?\d+|\?) nodes \d+ time \d+$/.test(answer)
    return isProved || (ask.mayBeStopped && answer === 'solved unknown') ? undefined : 'no proof'
  }
  const move = /^bestmove (none|[a-f][1-6][a-f][1-6])$/.exec(answer)?.[1]
  if (isOver) return move === 'none' ? undefined : 'the game is over'
  if (!legalMoves(ask.position).some((legal) => formatMove(legal) === move)) return 'not legal'
  const first = heard.filter(
    (line) => / multipv 1 /.test(line) || /^info depth \d+ score/.test(line),
  )
  const told = /^info depth (\d+) .*?score (\w+) .* pv (\w{4})/.exec(first.at(-1) ?? '')
  if (told === null || told[3] !== move) return `the last line was ${first.at(-1)}`
  if (ask.mayBeStopped || ask.depth === undefined || told[2] === 'solved') return undefined
  return Number(told[1]) === ask.depth ? undefined : `only depth ${told[1]} was reached`
}

function flawOfCount({ line, position, mayBeStopped }: Ask, answer: string): string | undefined {
  if (answer === 'nodes unknown') return mayBeStopped ? undefined : 'it was not stopped'
  const count = /^nodes (\d+)$/.exec(answer)?.[1]
  if (count === undefined) return 'no count'
  const isOver = outcome(position) !== undefined
  if (line !== 'go perft 1') return undefined
  const moves = isOver ? 0 : legalMoves(position).length
  return Number(count) === moves ? undefined : `there are ${moves} moves`
}
