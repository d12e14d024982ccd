import {
  awaitedIn,
  challengeIdSchema,
  colorOf,
  type GameId,
  type GameView,
  gameIdSchema,
  isLive,
  type PlayerId,
} from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { addresseeOf } from '../../accounts/mail-store.ts'
import { deadlineOf } from '../../game/ending.ts'
import type { Games } from '../../live/games.ts'
import type { Lobby } from '../../live/lobby.ts'
import { MOST_RUNNING } from '../../live/offer-limits.ts'
import type { People } from '../../people/people.ts'
import type { GameStore } from '../../store/game-store.ts'
import type { Tables } from '../../store/schema.ts'
import { REMIND_MS } from '../reminders.ts'
import { type GameLetters, MOST_TRIES, type WaitingLetter } from './game-letters.ts'
import { type LetterItem, writeGameLetter } from './letters.ts'
import type { Mail } from './mail.ts'
import type { Delivery } from './mailer.ts'

export interface GamePostDependencies {
  readonly db: Kysely<Tables>
  readonly letters: GameLetters
  readonly mail: Pick<Mail, 'base' | 'deliver'>
  readonly store: Pick<GameStore, 'runningOf'>
  readonly games: Pick<Games, 'look'>
  readonly lobby: Pick<Lobby, 'lookUp'>
  readonly people: Pick<People, 'refusalToBegin' | 'refusalToMeet'>
  readonly isHere: (player: PlayerId) => boolean
  readonly isElsewhere: (player: PlayerId) => Promise<boolean>
  readonly now: () => number
}

/**
 * Writes and sends the waiting e-mails about games, one after the other, on every node. A node
 * claims an e-mail first, so that no other sends it. Its content is determined at that moment, so
 * that it never mentions anything answered meanwhile. If a node dies after the mail server accepted
 * an e-mail and before that is stored, that e-mail is sent twice; none is lost.
 */
export class GamePost {
  readonly #dependencies: GamePostDependencies
  readonly #end = new AbortController()

  constructor(dependencies: GamePostDependencies) {
    this.#dependencies = dependencies
  }

  /** Sends some of the due e-mails. */
  async run(): Promise<void> {
    const { letters } = this.#dependencies
    if (!letters.isOn) return
    await letters.dropSeen()
    for (let count = 0; count < AT_ONCE && !this.#end.signal.aborted; count++) {
      const letter = await letters.claim()
      if (letter === undefined) return
      if (letter === 'damaged') {
        letters.lost()
        continue
      }
      // If the mail server is unavailable, the others wait too.
      if (!(await this.#post(letter))) return
    }
  }

  /** Begins no further e-mail, and abandons the current one if it takes too long. */
  close(): void {
    this.#end.abort()
  }

  /** Returns whether to continue with the next one. */
  async #post(letter: WaitingLetter): Promise<boolean> {
    const { letters } = this.#dependencies
    const delivery = await this.#deliver(letter)
    switch (delivery) {
      case 'closing':
        return false
      case 'void':
      case 'failed':
        await letters.drop(letter)
        return true
      case 'lost':
        await letters.drop(letter)
        letters.lost()
        return true
      case 'sent':
        await letters.sent(letter)
        return true
      case 'later':
        if (!(await letters.putOff(letter))) letters.lost()
        return false
    }
  }

  async #deliver(letter: WaitingLetter): Promise<Delivery | 'void' | 'lost' | 'closing'> {
    const { db, letters, mail, people } = this.#dependencies
    const { player, kind } = letter
    if (letter.tries > MOST_TRIES) return 'lost'
    const addressee = await addresseeOf(db, player)
    if (addressee === undefined || (await letters.wishOf(player)) === undefined) return 'void'
    if ((await people.refusalToBegin(player)) !== undefined) return 'void'
    const items = await this.#itemsOf(letter)
    if (items.length === 0) return 'void'
    if (letter.tries === 1 && !(await letters.takeFromDay(player))) return 'lost'
    const token = await letters.arm(player)
    const ways = {
      settings: `${mail.base}/account`,
      off: `${mail.base}/account#unsubscribe=${token}`,
      offAtOnce: `${mail.base}/api/account/mail-games-off/${token}`,
    }
    const { address, language, name } = addressee
    const written = writeGameLetter(kind, language, { name, items, ways })
    return this.#unlessClosing(mail.deliver(address, written))
  }

  /** The current content; empty if the player has answered or seen it. */
  async #itemsOf(letter: WaitingLetter): Promise<readonly LetterItem[]> {
    const { player, kind, subject } = letter
    switch (kind) {
      case 'turns':
        return this.#waitingFor(player)
      case 'last':
        return this.#nearlyUp(player, gameIdSchema.parse(subject))
      case 'challenge':
        return this.#challenging(player, subject)
    }
  }

  async #waitingFor(player: PlayerId): Promise<readonly LetterItem[]> {
    const { store, isHere, isElsewhere } = this.#dependencies
    if (isHere(player) || (await isElsewhere(player))) return []
    const items: LetterItem[] = []
    for (const id of await store.runningOf(player, MOST_RUNNING)) {
      const one = await this.#awaiting(player, id)
      if (one !== undefined) items.push(one)
    }
    const dueAt = ({ deadline = Number.POSITIVE_INFINITY }: LetterItem) => deadline
    return items.sort((one, other) => (dueAt(one) < dueAt(other) ? -1 : 1)).slice(0, MOST_ITEMS)
  }

  async #nearlyUp(player: PlayerId, id: GameId): Promise<readonly LetterItem[]> {
    const now = this.#dependencies.now()
    const one = await this.#awaiting(player, id)
    if (one?.deadline === undefined) return []
    // Another turn or a break may have made the deadline later.
    return one.deadline > now && one.deadline <= now + REMIND_MS ? [one] : []
  }

  async #challenging(player: PlayerId, subject: string): Promise<readonly LetterItem[]> {
    const { lobby, people, mail } = this.#dependencies
    const id = challengeIdSchema.parse(subject)
    const challenge = await lobby.lookUp(id)
    if (challenge?.opponent?.id !== player) return []
    if ((await people.refusalToMeet(player, challenge.challenger.id)) !== undefined) return []
    return [{ name: challenge.challenger.name, link: `${mail.base}/invite/${id}` }]
  }

  /** A correspondence game that waits for a player. */
  async #awaiting(player: PlayerId, id: GameId): Promise<LetterItem | undefined> {
    const { games, mail } = this.#dependencies
    const game = await games.look(id)
    if (game === undefined || !isAwaited(game.view, player)) return undefined
    const { view } = game
    const color = colorOf(view, player)
    if (color === undefined) return undefined
    const { name } = view.seats[opposite(color)]
    return { name, link: `${mail.base}/play/${id}`, deadline: deadlineOf(view) }
  }

  #unlessClosing(delivery: Promise<Delivery>): Promise<Delivery | 'closing'> {
    const { signal } = this.#end
    return new Promise((resolve, reject) => {
      const leave = () => setTimeout(() => resolve('closing'), CLOSING_MS).unref()
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave)
      const stay = () => signal.removeEventListener('abort', leave)
      delivery.then(resolve, reject).finally(stay)
    })
  }
}

// --- internal ---

/** The most e-mails in one run. */
const AT_ONCE = 20
/** The most games in one e-mail. */
const MOST_ITEMS = 20
const CLOSING_MS = 2000

function isAwaited(view: GameView, player: PlayerId): boolean {
  const color = colorOf(view, player)
  if (color === undefined || isLive(view.terms.timeControl)) return false
  return awaitedIn(view).includes(color)
}
