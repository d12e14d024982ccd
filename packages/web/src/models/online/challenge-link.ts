import type { Challenge, ChallengeId, GameId, GameSummary, Refusal } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import { createKeptPress } from './kept-press.ts'
import type { OwnChallenges } from './own-challenges.ts'
import type { OfferedTerms } from './terms-form.ts'
import { type Withdrawal, withdraw } from './withdraw.ts'

/**
 * The state of an invitation behind its link. `declined`: by us or by the player we had challenged,
 * while this page was open. `withdrawn`: by us, here. `gone`: withdrawn or declined earlier,
 * expired, or never there.
 */
export type Invited =
  | { readonly kind: 'open'; readonly challenge: Challenge }
  | { readonly kind: 'taken'; readonly game: GameSummary }
  | { readonly kind: 'declined'; readonly challenge: Challenge }
  | { readonly kind: 'withdrawn' | 'gone' }

interface ChallengeLinkOptions {
  readonly id: ChallengeId
  readonly connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline'>
  readonly ownChallenges: Pick<OwnChallenges, 'open' | 'declined' | 'withdraw'>
  readonly randomBytes: RandomBytes
}

export type ChallengeLinkModel = ReturnType<typeof createChallengeLink>

/** An invitation by its link, for the player who made it and for the invited player. */
export function createChallengeLink({
  id,
  connection,
  ownChallenges,
  randomBytes,
}: ChallengeLinkOptions) {
  const invited = signal<Invited | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  /** The game to open. */
  const started = signal<GameId | undefined>(undefined)
  /** The challenge that has replaced this one. */
  const replacement = signal<Challenge | undefined>(undefined)
  /** Have we accepted while the challenger is away? The game begins when both players are there. */
  const isWaiting = signal(false)
  const { kept, press, cancel } = createKeptPress(connection)
  const withdrawal = signal<Withdrawal | undefined>(undefined)

  async function look(): Promise<void> {
    const reply = await connection.send({ type: 'seeChallenge', challenge: id })
    if (reply === undefined) return
    if ('challenge' in reply) invited.value = { kind: 'open', challenge: reply.challenge }
    else if ('taken' in reply) invited.value = { kind: 'taken', game: reply.taken }
    else if (reply.refusal.code === 'unknownChallenge') invited.value = end()
    else refused.value = reply.refusal
  }

  /** The state of the invitation now that it is no longer open. */
  function end(): Invited {
    const challenge = ownChallenges.declined.peek()
    if (challenge?.id === id) return { kind: 'declined', challenge }
    return { kind: withdrawal.peek() === undefined ? 'gone' : 'withdrawn' }
  }

  /** Only these two players know whose challenge it was. */
  function noteDeclined(): void {
    const known = invited.peek()
    if (known?.kind === 'open') invited.value = { kind: 'declined', challenge: known.challenge }
  }

  async function accept(): Promise<void> {
    const command = newCommandId(randomBytes)
    const reply = await press({ type: 'acceptChallenge', id: command, challenge: id })
    const refusal = reply?.ok === false ? reply.refusal : undefined
    // A cancelled request changes nothing.
    if (reply !== undefined) isWaiting.value = refusal?.code === 'opponentAway'
    if (reply?.ok) withdrawCrossing()
    // Another player may have been quicker: then there is a game to watch.
    if (refusal?.code === 'unknownChallenge') await look()
    else refused.value = isWaiting.peek() ? undefined : refusal
  }

  /** Withdraws our own crossing challenge to the opponent whom we play now. */
  function withdrawCrossing(): void {
    const known = invited.peek()
    if (known?.kind !== 'open') return
    const { challenger } = known.challenge
    for (const own of ownChallenges.open.peek()) {
      if (own.opponent?.id === challenger.id) void ownChallenges.withdraw(own.id)
    }
  }

  /**
   * Accepts under a name; an empty one keeps the current name. Returns the refusal of the name, if
   * any.
   */
  async function acceptAs(name: string): Promise<Refusal | undefined> {
    if (name !== '') {
      const reply = await press({ type: 'rename', name })
      if (reply?.ok !== true) return reply?.refusal
    }
    await accept()
    return undefined
  }

  /** Accepts again, if the first attempt had to wait for the challenger. */
  function acceptAgain(): void {
    if (isWaiting.peek()) void accept()
  }

  const stops = [
    connection.whenOnline(() => void look().then(acceptAgain)),
    connection.on('started', ({ game, challenge }) => {
      if (challenge === id) started.value = game
    }),
    connection.on('challengeGone', ({ challenge, isDeclined }) => {
      if (challenge !== id) return
      if (isDeclined) noteDeclined()
      else void look()
    }),
    connection.on('challengerHere', ({ challenger }) => {
      const known = invited.peek()
      if (known?.kind === 'open' && known.challenge.challenger.id === challenger) acceptAgain()
    }),
  ]

  return {
    invited,
    refused,
    started,
    replacement,
    isWaiting,
    /** The request that waits for a connection. */
    kept,
    cancel,
    /**
     * Asks whether it is still open, unless it has ended here: the server does not report what
     * other players do with it.
     */
    lookAgain: async () => {
      if (invited.peek()?.kind === 'open' && connection.status.peek() === 'online') await look()
    },
    /** Has it been withdrawn while the server cannot be reached? */
    isWithdrawn: computed(() => withdrawal.value?.kept.value !== undefined),
    acceptAs,
    /** Stops waiting for the challenger. */
    stopWaiting: () => {
      isWaiting.value = false
    },
    withdraw: async () => {
      withdrawal.value = withdraw(connection, id)
      await withdrawal.peek()?.answered
      await look()
    },
    /** Declines a challenge that is for us only. */
    decline: async () => {
      const reply = await press({ type: 'declineChallenge', challenge: id })
      if (reply?.ok === true) noteDeclined()
      else if (reply !== undefined) await look()
    },
    /** Offers other terms in place of these. The link that was sent out stops working. */
    change: async (offered: OfferedTerms) => {
      const command = newCommandId(randomBytes)
      const known = invited.peek()
      const opponent = known?.kind === 'open' ? known.challenge.opponent : undefined
      const asked = opponent === undefined ? {} : { opponent: opponent.id }
      const reply = await press({ type: 'challenge', id: command, ...offered, ...asked })
      refused.value = reply?.ok === false ? reply.refusal : undefined
      if (reply?.ok !== true) return
      void withdraw(connection, id)
      replacement.value = reply.challenge
    },
    dispose: () => {
      cancel()
      for (const stop of stops) stop()
    },
  }
}
