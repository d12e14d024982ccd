import { useEffect, useState } from 'preact/hooks'
import { takeReply } from './take-reply.ts'

/** The reply to a request that a key names. `asking` until it comes, again for each new key. */
export function useReply<T>(key: string, ask: () => Promise<T>, pauseMs = 0): T | 'asking' {
  const [last, setLast] = useState<{ readonly key: string; readonly reply: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked.
  useEffect(() => takeReply(ask, (reply) => setLast({ key, reply }), pauseMs), [key])
  return last?.key === key ? last.reply : 'asking'
}
