import type { Request, Response, WorkerSettings } from './messages.ts'

/** A worker as the facade sees it. */
export interface Port {
  post(request: Request): void
  /** Ends it immediately; its return value may be awaited. */
  terminate(): unknown
}

/** Functions that the facade needs from its environment. */
export interface Platform {
  /**
   * Can workers share memory here? If not, there is one thread, and stopping it loses everything
   * learned.
   */
  readonly canShare: boolean
  /** The compiled hot code, for shared memory or not. */
  loadModule(isShared: boolean): Promise<WebAssembly.Module>
  /** Starts a worker; it reports its responses, or that it has failed. */
  spawn(
    settings: WorkerSettings,
    onResponse: (response: Response) => void,
    onFailure: (error: Error) => void,
  ): Port
}
