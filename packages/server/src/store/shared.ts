import type { GameId } from '@hokito/protocol'
import type { Selectable } from 'kysely'
import type { ShiftsTable } from './game-tables.ts'

/** A server among those that share a database, identified by a random name for this run. */
export type NodeId = string

/** What a node learns when it renews its lease. */
export interface Renewal {
  /** The nodes with a recent heartbeat, including this one. */
  readonly nodes: readonly NodeId[]
  /** All shifts that a running game may still owe. */
  readonly shifts: readonly Selectable<ShiftsTable>[]
  /** The length of the shift added now because no node was present for a while; 0 if one was. */
  readonly stoodMs: number
}

/** Tasks that only one node at a time runs. */
export type SharedTask =
  | 'cleanup'
  | 'giveBack'
  | 'explore'
  | 'tournaments'
  | 'remind'
  | 'erase'
  | 'exhibition'

/** What nodes do together in a shared database. */
export interface Shared {
  readonly node: NodeId
  /** Was no other node present when this one started? */
  readonly isFirst: boolean
  /** A channel name unique to this database, even on a shared Redis. */
  channel(): Promise<string>
  /**
   * Ensures that all nodes have the same secret. The first node may set a new one.
   * @throws SecretDiffersError
   */
  agreeOn(secret: string): Promise<void>
  /**
   * Renews the lease of this node by a heartbeat. If no node was present for a while, because all
   * had stopped or the database was away, that time is recorded once, to be given back to all
   * running games. All times come from the database's clock.
   * @param start given by a node that has just started: the grace to add if no other node was
   * present
   */
  renewLease(start?: { readonly graceMs: number }): Promise<Renewal>
  /** Gives up the lease, so that other nodes stop waiting for this one. */
  leave(): Promise<void>
  /**
   * Claims running games that are due for a check. If this node does not get to one, it is due
   * again a second later.
   */
  claimDue(now: number, limit: number): Promise<readonly GameId[]>
  /** Runs a task unless another node is running it. */
  unlessOthersDo(task: SharedTask, run: () => Promise<void>): Promise<void>
}
