import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where numbers for Prometheus are served, apart from what strangers reach. */
export interface MetricsAddress {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

/** Gives the numbers as Prometheus reads them, with their content type. */
export type ReadMetrics = () => Promise<{ readonly text: string; readonly type: string }>

/** A listener of its own for `/metrics`. */
export interface MetricsListener {
  readonly address: AddressInfo
  close(): Promise<void>
}

/**
 * Serves `/metrics` on an address of its own until it is closed.
 * @throws the system's error when it cannot listen there
 */
export async function listenForMetrics(
  { host, port }: MetricsAddress,
  read: ReadMetrics,
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      ({ text, type }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      // A collector that fails is seen by the reader, who is the owner.
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.maxConnections = MOST_READERS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    address: server.address() as AddressInfo,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// --- internal ---

const MOST_READERS = 20
