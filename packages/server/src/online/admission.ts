import type { PlayerId } from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import { Accounts } from '../accounts/accounts.ts'
import { Classes } from '../classes/classes.ts'
import { PupilAccounts } from '../classes/pupil-accounts.ts'
import { recogniserOf, type SessionDependencies } from '../http/session-cookie.ts'
import { leavingOf } from '../live/leaving.ts'
import { AccountStreams } from '../socket/account-streams.ts'
import { Hub } from '../socket/hub.ts'
import type { OnlineDependencies } from './dependencies.ts'
import type { Parts } from './post.ts'

/** How players and programs come in, and when they may. */
export interface Admission {
  readonly sessions: SessionDependencies
  readonly accounts: Accounts
  readonly classes: Classes
  readonly pupilAccounts: PupilAccounts
  /** Programs that play for accounts. */
  readonly accountStreams: AccountStreams
  /** Is a player connected to this node? */
  isHere(player: PlayerId): boolean
  /** Is the server about to stop, so that nothing new may begin? */
  isClosing(): boolean
  /** Is so much waiting for the disk that the server should accept nothing more? */
  isOverloaded(): boolean
  /** A player has lost the last connection. */
  readonly onLeft: (player: PlayerId) => void
}

export function createAdmission(options: OnlineDependencies, parts: Parts): Admission {
  const { database, chance, secret, limits, visitors, publicUrl } = options
  const {
    store,
    rows,
    journal,
    life,
    now,
    events,
    onFailure,
    cluster,
    rooms,
    players,
    games,
    lobby,
  } = parts
  const isClosing = () => life.phase === 'stopping'
  const isHere = (player: PlayerId) => rooms.isHere(player)
  const { hasOthers } = cluster
  const onLeft = leavingOf({ lobby, isHere, hasOthers, isClosing, onFailure })
  const { sessions } = players
  const { longWork } = visitors
  const accounts = new Accounts({ database, rows, sessions, chance, secret })
  return {
    ...{ isHere, isClosing, onLeft, accounts },
    classes: new Classes({ database, rows, accounts, events, longWork, now }),
    pupilAccounts: new PupilAccounts({ database, accounts, chance, events, now }),
    isOverloaded: () => journal.waiting >= limits.unitsWaiting,
    sessions: { players, now, visitors, publicUrl },
    accountStreams: new AccountStreams({ rooms, games, store, lobby, cluster, onLeft }),
  }
}

export function createHub(
  app: FastifyInstance,
  options: OnlineDependencies,
  parts: Parts & Admission,
): Hub {
  const { metrics, limits, visitors } = options
  const { io, gameLetters, sessions } = parts
  return new Hub(io, {
    ...parts,
    ...{ metrics, limits, visitors },
    onHeard: (player) => gameLetters.heard(player),
    recognise: recogniserOf(app, sessions),
  })
}
