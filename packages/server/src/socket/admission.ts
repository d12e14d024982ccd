import type { PlayerCard, Refusal } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Limits } from '../ground/limits.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import { Rate } from '../limiting/rate.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { Connection, type PageSocket } from './connection.ts'
import type { Rooms } from './rooms.ts'

/** What decides about a socket whose handshake was taken. */
export interface AdmissionDependencies {
  readonly limits: Limits
  readonly visitors: Visitors
  /** Whose cookie a handshake carries. */
  readonly recognise: (cookieHeader: string | undefined) => Promise<PlayerCard | undefined>
  readonly rooms: Rooms
  readonly now: () => number
}

/** Lets a socket in from an address, with what it may spend, or says why not. */
export async function admit(
  socket: PageSocket,
  address: AddressKey,
  { limits, visitors, recognise, rooms, now: serverNow }: AdmissionDependencies,
): Promise<Result<Connection, Refusal>> {
  const { blocks, players, addresses } = visitors
  const addressMs = blocks.waitMs(address, performance.now())
  if (addressMs > 0) return err(tooMany(addressMs))
  const admitted = { since: serverNow(), admittedAt: performance.now() }
  const player = await recognise(socket.handshake.headers.cookie)
  if (player === undefined) return err({ code: 'signedOut' })
  const playerMs = blocks.waitMs(player.id, performance.now())
  if (playerMs > 0) return err(tooMany(playerMs))
  if (rooms.countOf(player.id) >= limits.connectionsPerPlayer) return err(tooMany(RETRY_MS))
  const now = performance.now()
  return ok(
    new Connection(socket, player, {
      ...admitted,
      rates: [new Rate(limits, now), players.of(player.id), addresses.of(address)],
      patience: new Rate({ burst: limits.patience, perSecond: 1 }, now),
    }),
  )
}

/** The refusal of one who asks too much, with when to ask again. */
export function tooMany(waitMs: number): Refusal {
  return { code: 'tooMany', retryAfterMs: waitMs }
}

/** When to come again, where nothing says how long it will take. */
export const RETRY_MS = 2000
