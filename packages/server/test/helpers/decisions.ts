import {
  type CommandId,
  commandIdSchema,
  type GameCommand,
  type GameEvent,
  type PlayerId,
  type RefusalCode,
  type Terms,
} from '@hokito/protocol'
import { type ByColor, legalMoves } from '@hokito/rules'
import { decide } from '../../src/game/decide.ts'
import type { Circumstances, Decision } from '../../src/game/decision.ts'
import { type Arranged, apply, type Game, withArranged, withLined } from '../../src/game/game.ts'
import type { Lined } from '../../src/game/lines.ts'
import { newGame } from '../../src/game/new-game.ts'
import { gameId, playerId } from './ids.ts'

export const ANNA = { id: playerId('anna'), name: 'Anna' }
export const BERT = { id: playerId('bert'), name: 'Bert' }
export const TERMS: Terms = {
  setup: { kind: 'given', deal: '77.1234567' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 60, incrementSeconds: 1 },
  allowsTakebacks: true,
  games: 1,
}
export const SECRET = '5e'.repeat(32)
export const fresh = () => ({ id: gameId('nextgame0001'), secret: SECRET })

interface Taken {
  readonly events: readonly GameEvent[]
  readonly arrangement?: Arranged
  readonly lined?: Lined
}

let commandCount = 0
/** An id that no other command of this run has. */
export function commandId(): CommandId {
  return commandIdSchema.parse(`command-${++commandCount}`)
}

/** A game with the means to play it: everything happens at `now`. */
export class PlayedGame {
  game: Game
  readonly stored: { event: Game['view'] | object; command?: CommandId | undefined }[] = []
  now = 1_000_000
  lagMs = 0
  goneSince: number | undefined
  players: ByColor<{ readonly id: PlayerId }> = { black: ANNA, white: BERT }

  constructor(change: Partial<Terms> = {}, game?: Game) {
    const started = newGame({
      terms: { ...TERMS, ...change },
      seats: { black: ANNA, white: BERT },
      isByLot: false,
      kept: undefined,
      now: this.now,
      fresh: { id: gameId('game00000001'), secret: SECRET },
    })
    this.game = game ?? started.game
    this.stored.push(...started.events.map((event) => ({ event })))
  }

  circumstances(): Circumstances {
    return { now: this.now, lagMs: this.lagMs, opponentGoneSince: this.goneSince, fresh }
  }

  ask(player: PlayerId, asked: object): Decision {
    const command = {
      game: this.game.view.id,
      ply: this.game.view.moves.length,
      id: commandId(),
      ...asked,
    } as GameCommand
    const decision = decide(this.game, player, command, this.circumstances())
    if ('events' in decision) this.take(decision, command.id)
    return decision
  }

  take({ events, arrangement, lined }: Taken, id?: CommandId): void {
    if (arrangement !== undefined) this.game = withArranged(this.game, arrangement)
    if (lined !== undefined) this.game = withLined(this.game, lined)
    for (const [index, event] of events.entries()) {
      const command = index === 0 ? id : undefined
      this.game = apply(this.game, { event, command, isByLines: index > 0 })
      this.stored.push({ event, command })
    }
  }

  /** Plays the n-th legal move of the side to move. */
  play(n = 0): Decision {
    const moves = this.game.position === undefined ? [] : legalMoves(this.game.position)
    const player = this.players[this.game.view.moves.length % 2 === 0 ? 'black' : 'white']
    return this.ask(player.id, { type: 'move', ...moves[n % Math.max(1, moves.length)] })
  }

  playTo(ply: number): this {
    while (this.game.view.moves.length < ply) this.play()
    return this
  }
}

/** Why a command was refused; undefined if it was not. */
export function codeOf(decision: Decision): RefusalCode | undefined {
  if (decision.kind === 'expired') return 'gameOver'
  return decision.kind === 'refused' ? decision.refusal.code : undefined
}

/** The kinds of all events of a decision. */
export function kindsOf(decision: Decision): readonly GameEvent['kind'][] {
  return 'events' in decision ? decision.events.map(({ kind }) => kind) : []
}
