import {
  colorOf,
  type GameView,
  type PlayerId,
  type RefusalCode,
  type ServerMessages,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { plainText } from '../ground/plain-text.ts'
import type { Database } from '../store/database.ts'
import { limitationOf } from './limitations.ts'
import type { People } from './people.ts'
import { Sayings } from './sayings.ts'

/** The parts that talk works with. */
export interface TalkDependencies {
  readonly database: Database
  readonly people: Pick<People, 'areApart'>
  readonly now: () => number
}

/**
 * Who may say what to whom. Anyone may send phrases to anyone, unless one has blocked the other.
 * Own words require that both have an account and have both switched them on.
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

  /** Why a player may not say anything to the opponent; undefined if they may. */
  async refusalFor({ seats }: GameView, player: PlayerId): Promise<RefusalCode | undefined> {
    const { database, people, now } = this.#dependencies
    const { black, white } = seats
    if (await limitationOf(database.db, player, 'mute', now())) return 'muted'
    return (await people.areApart(black.id, white.id)) ? 'blocked' : undefined
  }

  /** The talk of two players who may write to each other; undefined if they may not. */
  async stateOf(view: GameView): Promise<ServerMessages['talk'] | undefined> {
    if (!(await this.#mayWrite(view))) return undefined
    return { game: view.id, isOn: true, written: await this.sayings.writtenIn(view) }
  }

  /** Stores a message from one player to the other. Returns the message for both. */
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
