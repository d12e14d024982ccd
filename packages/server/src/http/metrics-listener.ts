import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The separate address of metrics for Prometheus, which strangers cannot reach. */
export interface MetricsAddress {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

/** Returns the metrics in Prometheus format, with their content type. */
export type ReadMetrics = () => Promise<{ readonly text: string; readonly type: string }>

/** A separate listener for `/metrics`. */
export interface MetricsListener {
  readonly address: AddressInfo
  close(): Promise<void>
}

/**
 * Serves `/metrics` on a separate address until closed.
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
      // Only the owner reads this, so the error of a failing collector may be shown.
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
