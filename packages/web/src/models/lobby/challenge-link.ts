import type { ChallengeId, Refusal } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { newCommandId } from '../online/command-id.ts'
import type { Connection } from '../online/connection.ts'
import { createKeptPress, type KeptPress } from '../online/kept-press.ts'
import {
  accepted,
  changed,
  declined,
  type Invited,
  type LinkState,
  looked,
  openIn,
  UNKNOWN,
  waiting,
} from './challenge-link-state.ts'
import type { OwnChallenges } from './own-challenges.ts'
import type { OfferedTerms } from './terms-form.ts'
import { type Withdrawal, withdraw } from './withdraw.ts'

/** An invitation by its link, for the player who made it and for the invited player. */
export interface ChallengeLinkModel {
  readonly state: ReadonlySignal<LinkState>
  /** Has it been withdrawn while the server cannot be reached? */
  readonly isWithdrawn: ReadonlySignal<boolean>
  /** The request that waits for a connection. */
  readonly kept: KeptPress['kept']
  readonly cancel: KeptPress['cancel']
  /**
   * Asks whether it is still open, unless it has ended here: the server does not report what other
   * players do with it.
   */
  lookAgain(): Promise<void>
  /**
   * Accepts under a name; an empty one keeps the current name. Returns the refusal of the name, if
   * any.
   */
  acceptAs(name: string): Promise<Refusal | undefined>
  /** Stops waiting for the challenger. */
  stopWaiting(): void
  withdraw(): Promise<void>
  /** Declines a challenge that is for us only. */
  decline(): Promise<void>
  /** Offers other terms in place of these. The link that was sent out stops working. */
  change(offered: OfferedTerms): Promise<void>
  dispose(): void
}

/** Dependencies of an invitation's page. */
export interface ChallengeLinkOptions {
  readonly id: ChallengeId
  readonly connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline'>
  readonly ownChallenges: Pick<OwnChallenges, 'open' | 'declined' | 'withdraw'>
  readonly randomBytes: RandomBytes
}

/** Follows an invitation while its page is open. Call `dispose` at the end. */
export function createChallengeLink(options: ChallengeLinkOptions): ChallengeLinkModel {
  const { id, connection } = options
  const { kept, press, cancel } = createKeptPress(connection)
  const link: Link = { ...options, press, state: signal(UNKNOWN), withdrawal: signal() }
  const { state, withdrawal } = link
  const stops = listen(link)
  return {
    state,
    isWithdrawn: computed(() => withdrawal.value?.kept.value !== undefined),
    kept,
    cancel,
    lookAgain: async () => {
      if (openIn(state.peek()) && connection.status.peek() === 'online') await look(link)
    },
    acceptAs: (name) => acceptAs(link, name),
    stopWaiting: () => {
      state.value = waiting(state.peek(), false)
    },
    withdraw: async () => {
      withdrawal.value = withdraw(connection, id)
      await withdrawal.peek()?.answered
      await look(link)
    },
    decline: async () => {
      const reply = await press({ type: 'declineChallenge', challenge: id })
      if (reply?.ok === true) state.value = declined(state.peek())
      else if (reply !== undefined) await look(link)
    },
    change: (offered) => change(link, offered),
    dispose: () => {
      cancel()
      for (const stop of stops) stop()
    },
  }
}

// --- internal ---

/** An invitation on this page, and the ways to change it. */
interface Link extends ChallengeLinkOptions {
  readonly press: KeptPress['press']
  readonly state: Signal<LinkState>
  /** Our withdrawal on this page. */
  readonly withdrawal: Signal<Withdrawal | undefined>
}

/** Follows the server's messages. Returns the functions that stop it. */
function listen(link: Link): readonly (() => void)[] {
  const { id, connection, state } = link
  return [
    connection.whenOnline(() => void look(link).then(() => acceptAgain(link))),
    connection.on('started', ({ game, challenge }) => {
      if (challenge === id) state.value = { ...state.peek(), started: game }
    }),
    connection.on('challengeGone', ({ challenge, isDeclined }) => {
      if (challenge !== id) return
      if (isDeclined) state.value = declined(state.peek())
      else void look(link)
    }),
    connection.on('challengerHere', ({ challenger }) => {
      if (openIn(state.peek())?.challenge.challenger.id === challenger) acceptAgain(link)
    }),
  ]
}

/** Asks the server for the state of the invitation. */
async function look(link: Link): Promise<void> {
  const { id, connection, state } = link
  const reply = await connection.send({ type: 'seeChallenge', challenge: id })
  if (reply !== undefined) state.value = looked(state.peek(), reply, endOf(link))
}

/** The state of the invitation if it is no longer open. */
function endOf({ id, ownChallenges, withdrawal }: Link): Invited {
  const challenge = ownChallenges.declined.peek()
  if (challenge?.id === id) return { kind: 'declined', challenge }
  return { kind: withdrawal.peek() === undefined ? 'gone' : 'withdrawn' }
}

async function acceptAs(link: Link, name: string): Promise<Refusal | undefined> {
  if (name !== '') {
    const reply = await link.press({ type: 'rename', name })
    if (reply?.ok !== true) return reply?.refusal
  }
  await accept(link)
  return undefined
}

async function accept(link: Link): Promise<void> {
  const { id, randomBytes, press, state } = link
  const command = newCommandId(randomBytes)
  const reply = await press({ type: 'acceptChallenge', id: command, challenge: id })
  state.value = accepted(state.peek(), reply)
  if (reply?.ok) withdrawCrossing(link)
  else if (reply?.refusal.code === 'unknownChallenge') await look(link)
}

/** Accepts again, if the first attempt had to wait for the challenger. */
function acceptAgain(link: Link): void {
  if (openIn(link.state.peek())?.isWaiting) void accept(link)
}

/** Withdraws our own crossing challenge to the opponent whom we play now. */
function withdrawCrossing({ state, ownChallenges }: Link): void {
  const challenger = openIn(state.peek())?.challenge.challenger.id
  if (challenger === undefined) return
  for (const own of ownChallenges.open.peek()) {
    if (own.opponent?.id === challenger) void ownChallenges.withdraw(own.id)
  }
}

async function change(link: Link, offered: OfferedTerms): Promise<void> {
  const { id, connection, randomBytes, press, state } = link
  const command = newCommandId(randomBytes)
  const opponent = openIn(state.peek())?.challenge.opponent
  const asked = opponent === undefined ? {} : { opponent: opponent.id }
  const reply = await press({ type: 'challenge', id: command, ...offered, ...asked })
  state.value = changed(state.peek(), reply)
  if (reply?.ok) void withdraw(connection, id)
}
