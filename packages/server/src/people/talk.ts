import {
  colorOf,
  type GameView,
  type PlayerId,
  type RefusalCode,
  type ServerMessages,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Database } from '../store/database.ts'
import { limitationOf } from './limitations.ts'
import type { People } from './people.ts'
import { Sayings } from './sayings.ts'

/** What talking needs. */
export interface TalkDependencies {
  readonly database: Database
  readonly people: Pick<People, 'areApart'>
  readonly now: () => number
}

/**
 * Who may say what to whom: phrases everybody to everybody but those who have blocked each other; own words only two
 * who both have an account and have both switched that on.
 */
export class Talk {
  readonly #dependencies: TalkDependencies
  readonly sayings: Sayings

  constructor(dependencies: TalkDependencies) {
    this.#dependencies = dependencies
    this.sayings = new Sayings(dependencies.database)
  }

  /** Switches own words on or off for an account. */
  async set(player: PlayerId, isOn: boolean): Promise<void> {
    const { db } = this.#dependencies.database
    if (!isOn) await db.deleteFrom('talkers').where('player', '=', player).execute()
    else {
      await db
        .insertInto('talkers')
        .values({ player, since: this.#dependencies.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }

  async isOnFor(player: PlayerId): Promise<boolean> {
    return (await this.#countOn([player])) === 1
  }

  /** Why somebody may say nothing to the other player of a game; undefined for whoever may. */
  async refusalFor({ seats }: GameView, player: PlayerId): Promise<RefusalCode | undefined> {
    const { database, people, now } = this.#dependencies
    const { black, white } = seats
    if (await limitationOf(database.db, player, 'mute', now())) return 'muted'
    return (await people.areApart(black.id, white.id)) ? 'blocked' : undefined
  }

  /** How two who may write to each other find their talk; undefined where they may not. */
  async stateOf(view: GameView): Promise<ServerMessages['talk'] | undefined> {
    if (!(await this.#mayWrite(view))) return undefined
    return { game: view.id, isOn: true, written: await this.sayings.writtenIn(view) }
  }

  /** Keeps what a player writes to the other, and gives what both are to read. */
  async write(
    view: GameView,
    player: PlayerId,
    words: string,
  ): Promise<Result<ServerMessages['written'], RefusalCode>> {
    const color = colorOf(view, player)
    if (color === undefined) return err('notSeated')
    const refusal = await this.refusalFor(view, player)
    if (refusal !== undefined) return err(refusal)
    if (!(await this.#mayWrite(view))) return err('talkOff')
    const plain = plainText(words)
    if (plain === '') return err('malformed')
    const at = this.#dependencies.now()
    const n = await this.sayings.keepWords(view.id, player, plain, at)
    return n === undefined ? err('tooMany') : ok({ game: view.id, n, color, at, words: plain })
  }

  async #mayWrite({ seats: { black, white } }: GameView): Promise<boolean> {
    const { database, people, now } = this.#dependencies
    if ((await this.#countOn([black.id, white.id])) < 2) return false
    if (await people.areApart(black.id, white.id)) return false
    for (const { id } of [black, white]) {
      if (await limitationOf(database.db, id, 'mute', now())) return false
    }
    return true
  }

  async #countOn(players: readonly PlayerId[]): Promise<number> {
    const row = await this.#dependencies.database.db
      .selectFrom('talkers')
      .innerJoin('credentials', 'credentials.player', 'talkers.player')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('talkers.player', 'in', players)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
}

/**
 * A line of text as it is shown: without what moves the cursor, turns the reading direction or cannot be seen, and
 * without a pile of marks on one letter.
 */
export function plainText(words: string): string {
  return words
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
}
