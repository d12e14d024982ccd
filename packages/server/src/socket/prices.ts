import type { ClientMessage } from '@hokito/protocol'

/**
 * The price of each message, charged to its sender's rate limits (see `Limits`). It reflects the
 * work that the message causes, here and for everyone who receives it.
 */
const PRICES: Readonly<Record<ClientMessage['type'], number>> = {
  // One row on the disk, sent to two players and the watchers.
  share: 1,
  draft: 1,
  place: 1,
  divide: 1,
  choose: 1,
  ready: 1,
  move: 1,
  // Up to 300 moves to check, then a row on the disk that no one receives.
  setLines: 3,
  resign: 1,
  abort: 1,
  claim: 1,
  offerDraw: 2,
  offerTakeback: 2,
  offerRematch: 2,
  acceptOffer: 1,
  declineOffer: 1,
  withdrawOffer: 2,
  say: 2,
  // One row on the disk, and a few look-ups there.
  write: 5,
  // Look-ups in memory.
  closeGame: 1,
  closeLobby: 1,
  myChallenges: 1,
  // A game from the disk, replayed.
  openGame: 3,
  seeLines: 3,
  // The same, if the challenge has been accepted.
  seeChallenge: 3,
  // Sent to everyone in the lobby.
  quickPair: 5,
  challenge: 5,
  acceptChallenge: 5,
  withdrawChallenge: 5,
  declineChallenge: 5,
  // A few look-ups on the disk; the code for names limits how often a name may really change.
  rename: 5,
  unfollowStudy: 1,
  // A few look-ups on the disk.
  followStudy: 5,
  // Long lists. A page of the lobby needs all three: four pages in a burst, then one every three
  // seconds.
  runningGames: 5,
  openLobby: 10,
  myGames: 15,
}

/** The price of a message, determined before anything else is checked. */
export function priceOf(message: unknown): number {
  const type = typeof message === 'object' && message !== null && 'type' in message && message.type
  return isType(type) ? PRICES[type] : MALFORMED_PRICE
}

// --- internal ---

const MALFORMED_PRICE = 2

function isType(type: unknown): type is ClientMessage['type'] {
  return typeof type === 'string' && Object.hasOwn(PRICES, type)
}
