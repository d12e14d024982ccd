import { createMemory } from './core.ts'
import type { EngineSettings } from './engine.ts'
import {
  HELP_WORD,
  makeWords,
  type Request,
  type Response,
  STOP_WORD,
  sharedWords,
} from './messages.ts'
import type { Platform, Port } from './platform.ts'

/** The workers of an engine: the first answers, and the others help it if memory is shared. */
export interface Team {
  post(request: Request, help: Request | undefined): void
  /** Stops a request; false if no message can reach the worker, which must then be ended. */
  stop(id: number): boolean
  stopHelpers(id: number): void
  terminate(): Promise<void>
}

/**
 * Starts the workers.
 *
 * @throws RangeError if the machine has no room for tables of this size
 */
export async function startTeam(
  platform: Platform,
  { hashMiB, threads: wanted }: EngineSettings,
  onResponse: (response: Response) => void,
  onFailure: (error: Error) => void,
): Promise<Team> {
  const threads = platform.canShare ? wanted : 1
  const isShared = threads > 1
  const module = await platform.loadModule(isShared)
  const memory = isShared ? createMemory(hashMiB, true) : undefined
  const buffer = platform.canShare ? makeWords(threads) : undefined
  const words = buffer && sharedWords(buffer)
  const ports = Array.from({ length: threads }, (_, thread): Port => {
    const parts = { module, thread, threads, hashMiB, ...(memory && { memory }) }
    const listen = thread === 0 ? onResponse : onlyFailures(onFailure)
    return platform.spawn({ parts, words: buffer }, listen, onFailure)
  })
  return {
    post(request, help) {
      words?.nodes.fill(0)
      for (const [thread, port] of ports.entries()) {
        if (thread === 0) port.post(request)
        else if (help !== undefined) port.post(help)
      }
    },
    stop(id) {
      if (words !== undefined) Atomics.store(words.stops, STOP_WORD, id)
      return words !== undefined
    },
    stopHelpers(id) {
      if (words !== undefined) Atomics.store(words.stops, HELP_WORD, id)
    },
    terminate: async () => void (await Promise.all(ports.map((port) => port.terminate()))),
  }
}

// --- internal ---

/** Helpers report only their failures. */
function onlyFailures(onFailure: (error: Error) => void): (response: Response) => void {
  return (response) => {
    if (response.kind === 'failed') onFailure(new Error(`the engine failed: ${response.message}`))
  }
}
