import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A load balancer in front of nodes. */
export interface Router {
  readonly url: string
  /** How many connections each node has got for paths that name a node. */
  readonly led: ReadonlyMap<string, number>
  close(): void
}

/**
 * Starts a load balancer that leads `/socket/NAME/…` to the node of that name, as those in
 * docs/operations.md do. Everything else goes to the first node that can be reached; and so do paths
 * to a node that cannot, or that has another name.
 */
export async function startRouter(nodes: ReadonlyMap<string, string>): Promise<Router> {
  const led = new Map<string, number>()
  const open = new Set<Socket>()
  const server = createServer((page) => {
    open.add(page)
    page.on('error', () => page.destroy())
    page.once('close', () => open.delete(page))
    page.once('data', (head: Buffer) => {
      const [, asked = ''] = /^GET \/socket\/([a-z0-9-]+)\//.exec(head.toString('latin1')) ?? []
      void (async () => {
        for (const name of new Set([...(nodes.has(asked) ? [asked] : []), ...nodes.keys()])) {
          const node = await reach(nodes.get(name) ?? '')
          if (node === undefined) continue
          if (asked !== '') led.set(name, (led.get(name) ?? 0) + 1)
          node.write(head)
          page.pipe(node).pipe(page)
          page.once('close', () => node.destroy())
          return
        }
        page.destroy()
      })()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    led,
    close: () => {
      for (const page of open) page.destroy()
      server.close()
    },
  }
}

// --- internal ---

/** A connection to a node; undefined if it cannot be reached. */
function reach(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const node = connect(Number(port), hostname)
    node.once('connect', () => resolve(node))
    node.on('error', () => {
      node.destroy()
      resolve(undefined)
    })
    node.once('close', () => resolve(undefined))
  })
}
