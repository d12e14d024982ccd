import type { PlayerCard, Refusal } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Limits } from '../ground/limits.ts'
import type { NodePaths } from '../ground/node-paths.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import { Rate } from '../limiting/rate.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { Connection, type PageSocket } from './connection.ts'
import type { Rooms } from './rooms.ts'

/** The parts that decide about a socket after its handshake. */
export interface AdmissionDependencies {
  readonly limits: Limits
  readonly visitors: Visitors
  /** The player of the cookie in a handshake. */
  readonly recognise: (cookieHeader: string | undefined) => Promise<PlayerCard | undefined>
  readonly rooms: Rooms
  readonly nodePaths: NodePaths
  readonly now: () => number
}

/** Admits a socket from an address, with its rate limits, or says why not. */
export async function admit(
  socket: PageSocket,
  address: AddressKey,
  { limits, visitors, recognise, rooms, nodePaths, now: serverNow }: AdmissionDependencies,
): Promise<Result<Connection, Refusal>> {
  const { blocks, players, addresses } = visitors
  const addressMs = blocks.waitMs(address, performance.now())
  if (addressMs > 0) return err(tooMany(addressMs))
  const admitted = { since: serverNow(), admittedAt: performance.now() }
  const player = await recognise(socket.handshake.headers.cookie)
  if (player === undefined) return err({ code: 'signedOut' })
  const aim = nodePaths.aimOf(socket.handshake.url, player.id)
  if (aim === undefined) return err({ code: 'malformed' })
  const playerMs = blocks.waitMs(player.id, performance.now())
  if (playerMs > 0) return err(tooMany(playerMs))
  if (rooms.countOf(player.id) >= limits.connectionsPerPlayer) return err(tooMany(RETRY_MS))
  const now = performance.now()
  return ok(
    new Connection(socket, player, {
      ...{ ...admitted, isAstray: aim === 'elsewhere' },
      rates: [new Rate(limits, now), players.of(player.id), addresses.of(address)],
      patience: new Rate({ burst: limits.patience, perSecond: 1 }, now),
    }),
  )
}

/** The refusal of a player who exceeds a rate limit, with the retry delay. */
export function tooMany(waitMs: number): Refusal {
  return { code: 'tooMany', retryAfterMs: waitMs }
}

/** The retry delay if no better one is known. */
export const RETRY_MS = 2000
