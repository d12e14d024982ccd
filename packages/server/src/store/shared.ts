import type { GameId } from '@hokito/protocol'
import type { Selectable, Transaction } from 'kysely'
import type { ShiftsTable, Tables } from './schema.ts'

/** A server among those that share a database, by a name that it has drawn for this run. */
export type NodeId = string

/** What a node learns when it has given a sign of life. */
export interface Sign {
  /** Which nodes have given one lately, itself included. */
  readonly nodes: readonly NodeId[]
  /** All shifts that some running game may still owe. */
  readonly shifts: readonly Selectable<ShiftsTable>[]
  /** What was added to them now, as no node had been there for so long; 0 where one had. */
  readonly stoodMs: number
}

/** What one node at a time is enough for. */
export type SharedTask = 'cleanup' | 'giveBack' | 'explore' | 'tournaments' | 'remind' | 'erase'

/** What nodes do together in a database that they share. */
export interface Shared {
  readonly node: NodeId
  /** Was no other node there when this one came? */
  readonly isFirst: boolean
  /** A name that this database has and no other, also on the same Redis. */
  channel(): Promise<string>
  /**
   * Sees to it that all nodes have the same secret. Who comes first may bring another one.
   * @throws SecretDiffersError
   */
  agreeOn(secret: string): Promise<void>
  /**
   * Says that this node is there. Where no node was for a while, whether they had all stopped or the
   * database was away, that time is noted to be given back to all running games: once, as the sign before
   * this one is locked meanwhile. All by the database's own clock.
   * @param start given by a node that has just come: what is given back besides, where no other was there
   */
  giveSign(start?: { readonly graceMs: number }): Promise<Sign>
  /** Takes leave: nobody waits for this node any more. */
  leave(): Promise<void>
  /**
   * Running games whose time has come to be looked at, for this node alone: should it not get to it, they
   * come up again a second later.
   */
  claimDue(now: number, limit: number): Promise<readonly GameId[]>
  /** Does a task unless another node is about the same one. */
  unlessOthersDo(task: SharedTask, run: () => Promise<void>): Promise<void>
  /** Lets nobody else look for free names until this transaction is over. */
  holdNames(transaction: Transaction<Tables>): Promise<void>
}
