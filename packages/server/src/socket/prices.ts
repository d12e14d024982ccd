import type { ClientMessage } from '@hokito/protocol'

/**
 * What each message costs of what its sender may spend (see `Limits`): about how much work it makes,
 * here and at everybody who hears of it.
 */
const PRICES: Readonly<Record<ClientMessage['type'], number>> = {
  // One row on the disk, for two players and those who watch.
  share: 1,
  draft: 1,
  place: 1,
  move: 1,
  // Up to 300 moves to look at, then a row on the disk that nobody hears of.
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
  // The same, where the challenge has been taken.
  seeChallenge: 3,
  // What everybody in the lobby hears of.
  quickPair: 5,
  challenge: 5,
  acceptChallenge: 5,
  withdrawChallenge: 5,
  declineChallenge: 5,
  // A few look-ups on the disk; how often a name may really change is bounded where names are.
  rename: 5,
  // Long lists. A look at the lobby is all three: four at once, then one every three seconds.
  runningGames: 5,
  openLobby: 10,
  myGames: 15,
}

/** The price of something that came in, before anything else about it is looked at. */
export function priceOf(message: unknown): number {
  const type = typeof message === 'object' && message !== null && 'type' in message && message.type
  return isType(type) ? PRICES[type] : MALFORMED_PRICE
}

// --- internal ---

const MALFORMED_PRICE = 2

function isType(type: unknown): type is ClientMessage['type'] {
  return typeof type === 'string' && Object.hasOwn(PRICES, type)
}
