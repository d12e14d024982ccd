import type { Request, Response, WorkerSettings } from './messages.ts'

/** A worker as the facade sees it. */
export interface Port {
  post(request: Request): void
  /** Ends it at once; what it gives back may be awaited. */
  terminate(): unknown
}

/** What the facade needs of the place it runs in. */
export interface Platform {
  /** Can workers share memory here? Without it there is one thread, and stopping it costs what it learned. */
  readonly canShare: boolean
  /** The compiled hot code, for shared memory or not. */
  loadModule(isShared: boolean): Promise<WebAssembly.Module>
  /** Starts a worker; it reports its responses, or that it broke down. */
  spawn(
    settings: WorkerSettings,
    onResponse: (response: Response) => void,
    onFailure: (error: Error) => void,
  ): Port
}
