import type { PlayerId } from '@hokito/protocol'
import { GameLetters } from '../notify/mail/game-letters.ts'
import { GamePost } from '../notify/mail/game-post.ts'
import { Mail } from '../notify/mail/mail.ts'
import { Notices } from '../notify/notices.ts'
import { Push } from '../notify/push/push.ts'
import type { Core } from './core.ts'
import type { OnlineDependencies } from './dependencies.ts'
import type { Play } from './play.ts'

/** What reaches players who have no page open. */
export interface Post {
  readonly mail: Mail
  readonly push: Push
  readonly gameLetters: GameLetters
  readonly notices: Notices
  readonly gamePost: GamePost
}

/** All parts that games, lobby and messages to players need. */
export type Parts = Core & Play & Post

export function createPost(options: OnlineDependencies, parts: Core & Play): Post {
  const { database, logger } = options
  const { store, rows, games, lobby, people, rooms, cluster, now, onFailure } = parts
  const mail = new Mail({ ...options, options: options.mail, rows, now, onFailure })
  const push = new Push({ ...options, options: options.push, rows, now })
  const gameLetters = new GameLetters({ ...options, rows, now, isOn: mail.isOn })
  const presence = {
    isHere: (player: PlayerId) => rooms.isUsed(player),
    isElsewhere: async (player: PlayerId) => {
      const found = await cluster.findElsewhere([player], true)
      return found.has(player)
    },
  }
  return {
    ...{ mail, push, gameLetters },
    notices: new Notices({ ways: [push, gameLetters], ...presence, now, logger }),
    gamePost: new GamePost({
      ...{ db: database.db, letters: gameLetters, mail, store, games, lobby, people, now },
      ...presence,
    }),
  }
}
