import { createHmac, timingSafeEqual } from 'node:crypto'
import { NODE_PATH, type PlayerId, SOCKET_PATH } from '@hokito/protocol'

/** Names by which load balancers lead pages to nodes. */
export const NODE_NAME: RegExp = /^[a-z0-9-]{1,32}$/

/**
 * The paths at which load balancers lead the sockets of pages to single nodes. A path is made for
 * one player, and nobody else can use it or make one, so that nobody chooses a node to overload.
 */
export class NodePaths {
  /** The name of this node; undefined if no load balancer leads pages to it. */
  readonly own: string | undefined
  readonly #secret: string

  /** @param secret the same on all nodes */
  constructor(own: string | undefined, secret: string) {
    this.own = own
    this.#secret = secret
  }

  /** The path at which a player's page reaches a node. */
  to(node: string, player: PlayerId): string {
    const ticket = createHmac('sha256', this.#secret).update(`node ${node} for ${player}`)
    return `${SOCKET_PATH}/${node}/${ticket.digest('base64url')}`
  }

  /**
   * Where the address of a socket leads: to any node, to this one, or to another one that could not
   * be reached. Undefined if the player was not given this address.
   */
  aimOf(url: string, player: PlayerId): 'any' | 'here' | 'elsewhere' | undefined {
    const path = /^[^?]*?(?=\/?(\?|$))/.exec(url)?.[0] ?? ''
    if (path === SOCKET_PATH) return 'any'
    const [, node] = NODE_PATH.exec(path) ?? []
    if (node === undefined) return undefined
    if (!timingSafeEqual(Buffer.from(path), Buffer.from(this.to(node, player)))) return undefined
    return node === this.own ? 'here' : 'elsewhere'
  }
}
