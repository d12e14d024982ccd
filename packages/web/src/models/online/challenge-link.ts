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
 * What a link of an invitation leads to: `declined` was so while this page was open, by us or by whom we had challenged,
 * and `withdrawn` here by ourselves; `gone` was withdrawn or declined before, has expired, or never was.
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

/** An invitation by its link, for who has made it and for who is invited. */
export function createChallengeLink({
  id,
  connection,
  ownChallenges,
  randomBytes,
}: ChallengeLinkOptions) {
  const invited = signal<Invited | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  /** The game to go to. */
  const started = signal<GameId | undefined>(undefined)
  /** The challenge that has taken the place of this one. */
  const replacement = signal<Challenge | undefined>(undefined)
  /** Have we accepted while whoever invites us is away? The game begins when both are there. */
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

  /** What has become of it, as it is no longer open. */
  function end(): Invited {
    const challenge = ownChallenges.declined.peek()
    if (challenge?.id === id) return { kind: 'declined', challenge }
    return { kind: withdrawal.peek() === undefined ? 'gone' : 'withdrawn' }
  }

  /** Both of the two know whose challenge that was. */
  function noteDeclined(): void {
    const known = invited.peek()
    if (known?.kind === 'open') invited.value = { kind: 'declined', challenge: known.challenge }
  }

  async function accept(): Promise<void> {
    const command = newCommandId(randomBytes)
    const reply = await press({ type: 'acceptChallenge', id: command, challenge: id })
    const refusal = reply?.ok === false ? reply.refusal : undefined
    // What was given up has changed nothing.
    if (reply !== undefined) isWaiting.value = refusal?.code === 'opponentAway'
    if (reply?.ok) withdrawCrossing()
    // Somebody else may have been quicker: then there is a game to watch.
    if (refusal?.code === 'unknownChallenge') await look()
    else refused.value = isWaiting.peek() ? undefined : refusal
  }

  /** Whom we play now has no use for our own challenge to them, which had crossed theirs. */
  function withdrawCrossing(): void {
    const known = invited.peek()
    if (known?.kind !== 'open') return
    const { challenger } = known.challenge
    for (const own of ownChallenges.open.peek()) {
      if (own.opponent?.id === challenger.id) void ownChallenges.withdraw(own.id)
    }
  }

  /** Accepts under a name, or as one is called already where it is empty. Gives why the name may not be. */
  async function acceptAs(name: string): Promise<Refusal | undefined> {
    if (name !== '') {
      const reply = await press({ type: 'rename', name })
      if (reply?.ok !== true) return reply?.refusal
    }
    await accept()
    return undefined
  }

  /** Accepts once more what could not begin before. */
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
    /** What was pressed and waits for the server. */
    kept,
    cancel,
    /** Asks whether it is still open, where nothing has ended it here: what others do of it is not told. */
    lookAgain: async () => {
      if (invited.peek()?.kind === 'open' && connection.status.peek() === 'online') await look()
    },
    /** Has it been withdrawn, where the server cannot hear that yet? */
    isWithdrawn: computed(() => withdrawal.value?.kept.value !== undefined),
    acceptAs,
    /** Waits for nobody any more. */
    stopWaiting: () => {
      isWaiting.value = false
    },
    withdraw: async () => {
      withdrawal.value = withdraw(connection, id)
      await withdrawal.peek()?.answered
      await look()
    },
    /** Tells whoever asks us alone that we do not want to. */
    decline: async () => {
      const reply = await press({ type: 'declineChallenge', challenge: id })
      if (reply?.ok === true) noteDeclined()
      else if (reply !== undefined) await look()
    },
    /** Offers other terms in place of these. What was sent out leads nowhere any more. */
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
