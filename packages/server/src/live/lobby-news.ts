import {
  type Challenge,
  type ChallengeId,
  LOBBY_PAGE,
  type LobbyChange,
  type LobbyPage,
  type PlayerId,
} from '@hokito/protocol'
import type { Offers } from './offers.ts'

/**
 * News about the listed challenges: a page of the newest, and the changes from one version of it to
 * the next. Messages have a bounded size, however much changes in between.
 */
export class LobbyNews {
  readonly #offers: Pick<Offers, 'get' | 'listed'>
  readonly #opened = new Set<ChallengeId>()
  readonly #changed = new Set<ChallengeId>()
  readonly #closed = new Set<ChallengeId>()
  #isTooMuch = false
  #latest: LobbyPage = { version: 0, challenges: [], total: 0 }
  #page: string | undefined

  constructor(offers: Pick<Offers, 'get' | 'listed'>) {
    this.#offers = offers
  }

  /** The newest listed challenges at the latest version, as JSON of a `LobbyPage`. */
  get page(): string {
    this.#page ??= JSON.stringify(this.#latest)
    return this.#page
  }

  /** The same page as an object. */
  get latest(): LobbyPage {
    return this.#latest
  }

  /** The page as JSON, without the challenges of some players. */
  pageWithout(players: ReadonlySet<PlayerId>): string {
    return JSON.stringify({
      ...this.#latest,
      challenges: this.#latest.challenges.filter(({ challenger }) => !players.has(challenger.id)),
    })
  }

  /** The page as JSON for players who may accept no listed challenge. */
  get pageOfNone(): string {
    return JSON.stringify({ ...this.#latest, challenges: [], total: 0 })
  }

  /** A change whose version skips one, so that a page asks for the whole list. */
  get gap(): LobbyChange {
    const { version, total } = this.#latest
    return { version: version + 2, added: [], removed: [], total }
  }

  opened(id: ChallengeId): void {
    // Closed and opened again between two messages: for readers it was open all the time.
    if (this.#closed.delete(id)) this.changed(id)
    else this.#opened.add(id)
  }

  changed(id: ChallengeId): void {
    if (!this.#opened.has(id)) this.#note(this.#changed, id)
  }

  closed(id: ChallengeId): void {
    this.#changed.delete(id)
    if (!this.#opened.delete(id)) this.#note(this.#closed, id)
  }

  /** Advances to the next version and returns the message that leads there. */
  next(): LobbyChange {
    const { version } = this.#latest
    const { listed } = this.#offers
    const total = listed.size
    const message = this.#isTellable
      ? { version: version + 1, added: this.#added(), removed: [...this.#closed], total }
      : // Skip a version: every page sees the gap and asks for the whole list.
        { version: version + 2, added: [], removed: [], total }
    const challenges = [...listed.newest(LOBBY_PAGE)]
    this.#latest = { version: message.version, challenges, total }
    this.#page = undefined
    this.#forget()
    return message
  }

  /**
   * Can a message hold the changes? New challenges push others off the page, so any number of new
   * ones fits.
   */
  get #isTellable(): boolean {
    const changed = this.#changed.size
    return !this.#isTooMuch && (changed === 0 || changed + this.#opened.size <= LOBBY_PAGE)
  }

  /** The newest first. A page would discard any that exceed its size. */
  #added(): Challenge[] {
    const newest = [...this.#opened].slice(-LOBBY_PAGE).reverse()
    return [...newest, ...this.#changed]
      .slice(0, LOBBY_PAGE)
      .flatMap((id) => this.#offers.get(id) ?? [])
  }

  #note(ids: Set<ChallengeId>, id: ChallengeId): void {
    if (ids.size < MOST_NOTED) ids.add(id)
    else this.#isTooMuch = true
  }

  #forget(): void {
    this.#isTooMuch = false
    for (const ids of [this.#opened, this.#changed, this.#closed]) ids.clear()
  }
}

/** A change without the challenges of some players. */
export function changeWithout(
  { added, ...change }: LobbyChange,
  players: ReadonlySet<PlayerId>,
): LobbyChange {
  return { ...change, added: added.filter(({ challenger }) => !players.has(challenger.id)) }
}

// --- internal ---

/** How many changes one message holds. If there are more, pages ask for the whole list. */
const MOST_NOTED = 200
