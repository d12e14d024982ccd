import { LineLost } from './api-error.ts'

/**
 * The data of server-sent events, one by one. A comment yields undefined.
 * @throws LineLost after `silentMs` without data: the server sends a comment long before that
 */
export async function* dataOf(
  body: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<string | undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await within(silentMs, reader.read())
      if (done) return
      text += decoder.decode(value, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        text = text.slice(end + 2)
      }
      if (text.length > LONGEST_EVENT) throw new LineLost('An event is too long.')
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * A task that has to settle in time.
 * @throws LineLost if it does not
 */
export async function within<T>(milliseconds: number, task: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LineLost(`The server sent nothing for ${milliseconds / 1000} seconds.`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([task, silence])
  } finally {
    clearTimeout(timer)
  }
}

// --- internal ---

/** In characters. No game is that long. */
const LONGEST_EVENT = 1_000_000
