import {
  colorOf,
  deriveDeal,
  FREE_PLIES,
  type GameCommand,
  type GameEvent,
  hasFlagged,
  isAwaitingReady,
  type PlayerId,
  parseLines,
  phaseOf,
  turnOf,
} from '@hokito/protocol'
import {
  byColor,
  endingOnBoard,
  formatDeal,
  formatPosition,
  opposite,
  type Position,
  RANDOM_SETUPS,
  tryPlay,
  unreachable,
} from '@hokito/rules'
import {
  accept,
  type Circumstances,
  type Decision,
  refusalOutsidePlay,
  refuse,
  type Seated,
} from './decision.ts'
import { choose, divide } from './dividing.ts'
import { callOff, endByTime, endWith, overdue } from './ending.ts'
import { apply, boardOf, type Game } from './game.ts'
import { leftBySideFrom } from './leaving.ts'
import { dueReply, mayHaveLines, refusalOfLines, withSet } from './lines.ts'
import { acceptOffer, closeOffer, offer } from './offers.ts'
import { draft, place } from './placing.ts'

/**
 * The outcome of a player's command. Changes nothing: the caller stores the events and then applies
 * them.
 */
export function decide(
  game: Game,
  player: PlayerId,
  command: GameCommand,
  circumstances: Circumstances,
): Decision {
  const color = colorOf(game.view, player)
  if (color === undefined) return refuse('notSeated')
  if (game.commands.includes(command.id)) return { kind: 'repeated' }
  // A move is judged by when it was made, its arrival less the lag; other commands by their
  // arrival.
  const due = command.type === 'move' ? [] : overdue(game, circumstances)
  if (due.length > 0) return { kind: 'expired', events: due }
  if (command.ply !== game.view.moves.length) return refuse('stale')
  return decideSeated({ game, color, circumstances }, command)
}

// --- internal ---

function decideSeated(seated: Seated, command: GameCommand): Decision {
  switch (command.type) {
    case 'share':
      return share(seated, command.share)
    case 'draft':
      return draft(seated, command.arrangement)
    case 'place':
      return place(seated, command.arrangement)
    case 'divide':
      return divide(seated, command.compensation)
    case 'choose':
      return choose(seated, command.color)
    case 'ready':
      return ready(seated)
    case 'move':
      return move(seated, command)
    case 'setLines':
      return setLines(seated, command)
    case 'resign':
      return resign(seated)
    case 'abort':
      return abort(seated)
    case 'claim':
      return claim(seated)
    case 'offerDraw':
      return offer(seated, 'draw')
    case 'offerTakeback':
      return offer(seated, 'takeback')
    case 'offerRematch':
      return offer(seated, 'rematch')
    case 'acceptOffer':
      return acceptOffer(seated, command.offer)
    case 'declineOffer':
      return closeOffer(seated, command.offer, 'declined')
    case 'withdrawOffer':
      return closeOffer(seated, command.offer, 'withdrawn')
    default:
      return unreachable(command)
  }
}

function share({ game, color, circumstances }: Seated, bytes: string): Decision {
  const { view, secret } = game
  const setup = RANDOM_SETUPS.find((kind) => kind === view.terms.setup.kind)
  if (phaseOf(view) !== 'dealing' || setup === undefined || secret === undefined) {
    return refuse('notDealing')
  }
  if (view.shares[color] !== undefined) return refuse('alreadyShared')
  const at = circumstances.now
  const shared: GameEvent = { kind: 'shared', at, color, share: bytes }
  const { black, white } = byColor((side) => (side === color ? bytes : view.shares[side]))
  if (black === undefined || white === undefined) return accept(shared)
  const deal = formatDeal(deriveDeal(setup, secret, { black, white }))
  return accept(shared, { kind: 'dealt', at, deal, proof: { setup, secret } })
}

/** A word that ends no pause changes nothing, and needs no refusal: the player wants to play. */
function ready({ game: { view }, color, circumstances: { now: at } }: Seated): Decision {
  if (phaseOf(view) === 'over') return refuse('gameOver')
  const isPaused = at < (view.clock.standsUntil ?? 0)
  if (!isPaused || view.ready?.[color] !== undefined || !isAwaitingReady(view)) {
    return { kind: 'repeated' }
  }
  return accept({ kind: 'ready', at, color })
}

function move(
  { game, color, circumstances }: Seated,
  { from, to }: Extract<GameCommand, { type: 'move' }>,
): Decision {
  const { view, position } = game
  const no = refusalOutsidePlay(view)
  if (no !== undefined || position === undefined) return no ?? refuse('notDealt')
  if (turnOf(view) !== color) return refuse('notYourTurn')
  const { now: at, lagMs } = circumstances
  if (hasFlagged(view.terms.timeControl, view.clock, { at, lagMs })) {
    return { kind: 'expired', events: endByTime(game, circumstances) }
  }
  const played = tryPlay(position, { from, to })
  if (!played.ok) return refuse('illegalMove', played.error)
  const moved: GameEvent = { kind: 'moved', at, from, to, lagMs: Math.round(lagMs) }
  const replied = repliesTo(game, moved, played.value)
  const ending = endingOnBoard(replied.position)
  const ended = ending === undefined ? [] : endWith(game, ending, circumstances)
  const events = [moved, ...replied.events, ...ended]
  // With replies, it is only the board before them.
  return replied.events.length > 0
    ? { kind: 'accepted', events }
    : { kind: 'accepted', events, position: played.value }
}

/**
 * The replies that conditional lines play to a move, in turn, and the final board. A reply is made
 * at the instant of the move, so it takes none of its side's time.
 */
function repliesTo(
  game: Game,
  moved: Extract<GameEvent, { kind: 'moved' }>,
  position: Position,
): { readonly events: readonly GameEvent[]; readonly position: Position } {
  const events: GameEvent[] = []
  if (Object.keys(game.lines).length === 0) return { events, position }
  let after = apply(game, { event: moved }, position)
  for (;;) {
    const reply = dueReply(after.view, after.lines)
    const played = reply && tryPlay(boardOf(after), reply)
    if (reply === undefined || played?.ok !== true) return { events, position: boardOf(after) }
    const event: GameEvent = { kind: 'moved', at: moved.at, ...reply, lagMs: 0 }
    events.push(event)
    after = apply(after, { event, isByLines: true }, played.value)
  }
}

/** Sets conditional lines. Only the player who set them can see them. */
function setLines(
  { game, color }: Seated,
  { id, lines, order }: Extract<GameCommand, { type: 'setLines' }>,
): Decision {
  const { view, position } = game
  const no = refusalOutsidePlay(view)
  if (no !== undefined || position === undefined) return no ?? refuse('notDealt')
  if (!mayHaveLines(view)) return refuse('notCorrespondence')
  const before = game.lines[color]
  if (before?.set?.command === id) return { kind: 'repeated' }
  const latest = before?.order ?? 0
  if (lines === '' && order === latest && before?.set === undefined) return { kind: 'repeated' }
  if (order <= latest) return refuse('stale')
  const ordered = { played: [], ...before, order }
  if (lines === '') {
    return { kind: 'accepted', events: [], lined: { color, lines: withSet(ordered, undefined) } }
  }
  if (turnOf(view) === color) return refuse('ownTurn')
  const refusal = refusalOfLines(position, parseLines(lines) ?? [])
  if (refusal !== undefined) return refuse('illegalMove', refusal)
  const set = { command: id, ply: view.moves.length, position: formatPosition(position), lines }
  return { kind: 'accepted', events: [], lined: { color, lines: withSet(ordered, set) } }
}

function resign({ game, color, circumstances }: Seated): Decision {
  const no = refusalOutsidePlay(game.view)
  if (no !== undefined) return no
  const ending = { kind: 'resigned', winner: opposite(color) } as const
  return accept(...endWith(game, ending, circumstances))
}

function abort(seated: Seated): Decision {
  const { game, color, circumstances } = seated
  const { view } = game
  if (phaseOf(view) === 'over') return refuse('gameOver')
  const isFree = view.moves.length < FREE_PLIES && view.match?.game !== 2
  if (!isFree) return refuse('tooLateToAbort')
  // A player who stops waiting for an absent opponent has not left the game.
  const by = hasOtherLeft(seated) ? undefined : color
  return accept(callOff(circumstances.now, by))
}

function claim(seated: Seated): Decision {
  const { game, color, circumstances } = seated
  const { view } = game
  if (phaseOf(view) === 'over') return refuse('gameOver')
  // A claim needs a move from each side; before that the game can be aborted.
  if (view.moves.length < FREE_PLIES || !hasOtherLeft(seated)) return refuse('tooEarlyToClaim')
  return accept(...endWith(game, { kind: 'abandoned', winner: color }, circumstances))
}

/** Is it the opponent's turn, and have they been away for the whole grace period? */
function hasOtherLeft({ game: { view }, color, circumstances }: Seated): boolean {
  const { now, opponentGoneSince } = circumstances
  const from = leftBySideFrom(view, opposite(color), opponentGoneSince)
  return from !== undefined && now >= from
}
