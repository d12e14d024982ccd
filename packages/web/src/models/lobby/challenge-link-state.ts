import type { Challenge, GameId, GameSummary, Refusal, Reply } from '@hokito/protocol'

/**
 * The state of an invitation behind its link. `declined`: by us or by the player we had challenged,
 * while this page was open. `withdrawn`: by us, here. `gone`: withdrawn or declined earlier,
 * expired, or never there.
 */
export type Invited =
  | OpenChallenge
  | { readonly kind: 'taken'; readonly game: GameSummary }
  | { readonly kind: 'declined'; readonly challenge: Challenge }
  | { readonly kind: 'withdrawn' | 'gone' }

interface OpenChallenge {
  readonly kind: 'open'
  readonly challenge: Challenge
  /** Have we accepted while the challenger is away? The game begins when both players are there. */
  readonly isWaiting: boolean
}

/** What the page of an invitation knows. */
export interface LinkState {
  /** Undefined until the server has answered. */
  readonly invited: Invited | undefined
  readonly refused: Refusal | undefined
  /** The game to open. */
  readonly started: GameId | undefined
  /** The challenge that has replaced this one. */
  readonly replacement: Challenge | undefined
}

/** Nothing is known before the server has answered. */
export const UNKNOWN: LinkState = {
  invited: undefined,
  refused: undefined,
  started: undefined,
  replacement: undefined,
}

/** The invitation, if it is open as far as we know. */
export function openIn({ invited }: LinkState): OpenChallenge | undefined {
  return invited?.kind === 'open' ? invited : undefined
}

/** The server's answer to the question for the invitation. `end`: what it is if it has ended. */
export function looked(state: LinkState, reply: Reply<'seeChallenge'>, end: Invited): LinkState {
  if ('challenge' in reply) {
    const isWaiting = openIn(state)?.isWaiting ?? false
    return { ...state, invited: { kind: 'open', challenge: reply.challenge, isWaiting } }
  }
  if ('taken' in reply) return { ...state, invited: { kind: 'taken', game: reply.taken } }
  if (reply.refusal.code === 'unknownChallenge') {
    // The server forgets why it ended.
    return state.invited?.kind === 'declined' ? state : { ...state, invited: end }
  }
  return { ...state, refused: reply.refusal }
}

/** One of the two players has declined it; only they know whose challenge it was. */
export function declined(state: LinkState): LinkState {
  const open = openIn(state)
  if (open === undefined) return state
  return { ...state, invited: { kind: 'declined', challenge: open.challenge } }
}

/** The server's answer to our acceptance; undefined if we have cancelled it. */
export function accepted(state: LinkState, reply: Reply<'acceptChallenge'> | undefined): LinkState {
  if (reply === undefined) return { ...state, refused: undefined }
  if (reply.ok) return { ...waiting(state, false), refused: undefined }
  const { refusal } = reply
  if (refusal.code === 'opponentAway') return { ...waiting(state, true), refused: undefined }
  // Another player may have been quicker: then there is a game to watch, and nothing to report.
  const isOvertaken = refusal.code === 'unknownChallenge'
  return { ...waiting(state, false), refused: isOvertaken ? state.refused : refusal }
}

/** We wait for the challenger, or no longer do. */
export function waiting(state: LinkState, isWaiting: boolean): LinkState {
  const open = openIn(state)
  if (open === undefined || open.isWaiting === isWaiting) return state
  return { ...state, invited: { ...open, isWaiting } }
}

/** The server's answer to other terms in place of these; undefined if we have cancelled them. */
export function changed(state: LinkState, reply: Reply<'challenge'> | undefined): LinkState {
  if (reply?.ok) return { ...state, refused: undefined, replacement: reply.challenge }
  return { ...state, refused: reply?.refusal }
}
