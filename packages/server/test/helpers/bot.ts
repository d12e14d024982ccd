import {
  colorOf,
  formatHex,
  type GameCommand,
  type GameId,
  type GameView,
  type PlayerId,
  phaseOf,
  type Reply,
  SHARE_BYTES,
  turnOf,
} from '@hokito/protocol'
import { type Color, legalMoves, type RandomBytes, randomIndex } from '@hokito/rules'
import { commandId, type Page, positionOf } from './page.ts'

/** How badly a bot's connection behaves: probabilities for each move. */
export interface Trouble {
  readonly duplicate: number
  readonly stale: number
  readonly illegal: number
  readonly disconnect: number
  /** Of offering a draw or a takeback before the move. */
  readonly offer: number
  readonly delayMs: number
}

/** A bot's random decisions, and how its connection behaves. */
export interface BotChance {
  readonly bytes: RandomBytes
  readonly trouble: Trouble
}

/**
 * Plays random legal moves in one game on a bad connection, until the game is over or `isStopped`.
 * Gives its share if the deal is by chance, and answers the other side's offers.
 */
export async function playBadly(
  page: Page,
  game: GameId,
  chance: BotChance,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { bytes, trouble } = chance
  const happens = (share: number) => randomIndex(1000, bytes) < share * 1000
  let earlier: GameCommand | undefined
  while (!isStopped()) {
    const view = page.view(game)
    if (phaseOf(view) === 'over') return
    const own = colorOf(view, page.player.id)
    const reaction = reactionTo(view, own, bytes)
    if (reaction !== undefined) {
      await persist(page, { ...reaction, game, ply: view.moves.length, id: commandId() }, isStopped)
      continue
    }
    if (phaseOf(view) === 'dealing' || turnOf(view) !== own) {
      if (!page.socket.connected) await recover(page, game, isStopped)
      await pause(2)
      continue
    }
    await pause(randomIndex(trouble.delayMs + 1, bytes))
    if (page.view(game).version !== view.version) continue
    const moves = legalMoves(positionOf(view))
    const move = moves[randomIndex(moves.length, bytes)]
    if (move === undefined) continue
    const ply = view.moves.length
    const command: GameCommand = { type: 'move', game, ply, id: commandId(), ...move }
    if (happens(trouble.offer)) {
      const type = happens(0.5) ? 'offerDraw' : 'offerTakeback'
      await persist(page, { type, game, ply, id: commandId() }, isStopped)
      // A move would withdraw it: the other side has a moment to answer.
      await pause(OFFER_MS)
      continue
    }
    const sendings: Promise<Reply | undefined>[] = []
    const send = (message: GameCommand) => sendings.push(attempt(page, message))
    if (happens(trouble.illegal)) send({ ...command, id: commandId(), to: command.from })
    if (earlier !== undefined && happens(trouble.stale)) send(earlier)
    send(command)
    if (happens(trouble.duplicate)) send(command)
    if (earlier !== undefined && happens(trouble.stale)) send({ ...earlier, id: commandId() })
    if (happens(trouble.disconnect)) {
      await pause(randomIndex(4, bytes))
      page.close()
    }
    const replies = await Promise.all(sendings)
    if (!replies.some((reply) => reply?.ok)) await sendAgain(page, command, isStopped)
    earlier = command
  }
}

/**
 * Plays a game, then the second of its match or a rematch, and so on until `isStopped`. Returns all
 * games.
 */
export async function playOn(
  page: Page,
  first: GameId,
  chance: BotChance,
  isStopped: () => boolean,
): Promise<readonly GameId[]> {
  const games = [first]
  for (let game = first; ; ) {
    await playBadly(page, game, chance, isStopped)
    while (!isStopped() && page.view(game).next === undefined) {
      await persist(page, rematchOf(page.view(game), page.player.id), isStopped)
      await pause(OFFER_MS)
    }
    const { next } = page.view(game)
    if (isStopped() || next === undefined) return games
    await recover(page, next, isStopped)
    if (!page.games.has(next)) return games
    games.push(next)
    game = next
  }
}

// --- internal ---

const OFFER_MS = 100

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Sends a command once; undefined if no answer came. */
async function attempt(page: Page, message: GameCommand): Promise<Reply | undefined> {
  try {
    return await page.send(message)
  } catch {
    // The connection is lost: recover() finds out whether the command was carried out.
    return undefined
  }
}

/** Reconnects until it sees the latest state of the game; undefined if it was stopped. */
async function recover(
  page: Page,
  game: GameId,
  isStopped: () => boolean,
): Promise<GameView | undefined> {
  while (!isStopped()) {
    try {
      if (!page.socket.connected) await page.connect()
      return await page.openGame(game)
    } catch {
      await pause(50)
    }
  }
  return undefined
}

/** Sends a command; if no answer comes, once more to the latest state of the game. */
async function persist(page: Page, command: GameCommand, isStopped: () => boolean): Promise<void> {
  const reply = await attempt(page, command)
  if (reply === undefined) await sendAgain(page, command, isStopped)
}

async function sendAgain(page: Page, command: GameCommand, isStopped: () => boolean) {
  const view = await recover(page, command.game, isStopped)
  if (view?.moves.length === command.ply) await attempt(page, command)
}

/** The reaction of a side to the state of a game at any time: a share, or an answer to an offer. */
function reactionTo(view: GameView, own: Color | undefined, bytes: RandomBytes) {
  if (own === undefined) return undefined
  if (phaseOf(view) === 'dealing') {
    if (view.shares[own] !== undefined) return undefined
    return { type: 'share', share: formatHex(bytes(SHARE_BYTES)) } as const
  }
  const offered = view.offers.find(({ by }) => by !== own)
  if (offered === undefined) return undefined
  const isTaken = randomIndex(offered.kind === 'takeback' ? 2 : 10, bytes) === 0
  return { type: isTaken ? 'acceptOffer' : 'declineOffer', offer: offered.id } as const
}

/** In a finished game: accepts the offered rematch, or offers one. */
function rematchOf(view: GameView, player: PlayerId): GameCommand {
  const command = { game: view.id, ply: view.moves.length, id: commandId() }
  const own = colorOf(view, player)
  const offered = view.offers.find(({ kind, by }) => kind === 'rematch' && by !== own)
  return offered === undefined
    ? { type: 'offerRematch', ...command }
    : { type: 'acceptOffer', ...command, offer: offered.id }
}
