/**
 * What the Hokito site and server say to each other; the clock as arithmetic; fair deals that can be
 * checked. No input or output of its own.
 * @packageDocumentation
 */

export type { ClientMessage, GameCommand, Request } from './client-message.ts'
export {
  clientMessageSchema,
  gameCommandSchema,
  isGameCommand,
  requestSchema,
} from './client-message.ts'
export type { Clock, Press } from './clock.ts'
export {
  clockSchema,
  firstMoveMs,
  flagAt,
  graceMs,
  hasFlagged,
  lagAllowanceMs,
  pause,
  press,
  remainingAt,
  restore,
  spentMs,
  startingClock,
  stop,
  turnAt,
} from './clock.ts'
export type { DealProof, ProofFault, RandomSetup } from './deal-proof.ts'
export {
  commitmentOf,
  dealProofSchema,
  deriveDeal,
  formatHex,
  PROOF_FAULTS,
  RANDOM_SETUPS,
  SECRET_BYTES,
  SHARE_BYTES,
  verifyDeal,
} from './deal-proof.ts'
export type { CreatedEvent, GameEnding, GameEvent, Offer, OfferKind } from './event.ts'
export { GAME_ENDING_KINDS, gameEventSchema, OFFER_KINDS } from './event.ts'
export type { GameView, Phase } from './game-view.ts'
export {
  advance,
  begin,
  colorOf,
  gameViewSchema,
  matchPoints,
  phaseOf,
  proofGameOf,
  takebackPly,
  turnOf,
} from './game-view.ts'
export { challengeIdSchema, gameIdSchema } from './ids.ts'
export type { LobbyChange, LobbyPage } from './lobby.ts'
export { LOBBY_PAGE, lobbyChangeSchema, lobbyPageSchema } from './lobby.ts'
export type { Phrase } from './phrases.ts'
export { PHRASES } from './phrases.ts'
export { recordOf } from './record.ts'
export type { Refusal, RefusalCode } from './refusal.ts'
export { REFUSALS, refusalSchema } from './refusal.ts'
export type { GameSummary, Presence, Reply, ServerMessages, Update } from './server-message.ts'
export {
  COMMAND_EVENT,
  gameSummarySchema,
  LAG_EVENT,
  presenceSchema,
  replySchema,
  SERVER_MESSAGES,
  SOCKET_PATH,
  updateSchema,
} from './server-message.ts'
export type { Challenge, ColorChoice, PlayerCard, Terms } from './terms.ts'
export { COLOR_CHOICES, challengeSchema, playerCardSchema, termsSchema } from './terms.ts'
export type { TimeControl } from './time-control.ts'
export {
  estimatedSeconds,
  formatTimeControl,
  isLive,
  QUICK_TIME_CONTROLS,
  timeControlSchema,
} from './time-control.ts'
export { PROTOCOL_VERSION } from './version.ts'
