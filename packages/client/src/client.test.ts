import { afterEach, expect, test, vi } from 'vitest'
import { LineLost } from './api-error.ts'
import { HokitoClient } from './client.ts'

const SERVER = 'http://localhost'

afterEach(() => vi.useRealTimers())

test('an aborted signal ends the pause after a refusal by the rate limit', async () => {
  const stop = new AbortController()
  let asked = 0
  const fetch = async () => {
    asked++
    setTimeout(() => stop.abort())
    return Response.json({ code: 'tooMany', retryAfterMs: 86_400_000 }, { status: 429 })
  }
  const client = new HokitoClient({ server: SERVER, fetch, signal: stop.signal })
  await expect(client.challenges()).rejects.toMatchObject({ status: 429 })
  expect(asked).toBe(1)
})

test('a stream whose headers never arrive counts as lost, and its request ends', async () => {
  vi.useFakeTimers()
  let request: AbortSignal | null | undefined
  const fetch = (_: unknown, init?: RequestInit) => {
    request = init?.signal
    return new Promise<Response>(() => undefined)
  }
  const first = new HokitoClient({ server: SERVER, fetch }).events().next()
  const lost = expect(first).rejects.toBeInstanceOf(LineLost)
  await vi.runAllTimersAsync()
  await lost
  expect(request?.aborted).toBe(true)
})
