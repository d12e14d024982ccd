import type { PlayerCard, PlayerId } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Database } from '../store/database.ts'
import { cardIn } from './cards.ts'
import { hasPlayed } from './name-keys.ts'

/** The accounts that are bots. An account becomes a bot before its first game and stays one. */
export class Bots {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Makes an account a bot, unless it has played. A bot stays one. */
  async declare(player: PlayerId, now: number): Promise<Result<PlayerCard, 'hasPlayed'>> {
    return this.#database.transact(async (transaction) => {
      const known = await cardIn(transaction, player)
      if (known === undefined) throw new Error(`there is no player ${player}`)
      if (known.isBot) return ok(known)
      if (await hasPlayed(transaction, player)) return err('hasPlayed')
      await transaction
        .insertInto('bots')
        .values({ player, since: now, level: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return ok({ ...known, isBot: true })
    })
  }
}
