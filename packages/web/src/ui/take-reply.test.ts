import { expect, test } from 'vitest'
import { takeReply } from './take-reply.ts'

/** A request whose reply comes when the test wants it. */
function request() {
  let reply: (text: string) => void = () => undefined
  const answer = new Promise<string>((resolve) => {
    reply = resolve
  })
  return { ask: () => answer, reply, settled: () => answer.then(() => undefined) }
}

test('passes on the reply', async () => {
  const taken: string[] = []
  const { ask, reply, settled } = request()
  takeReply(ask, (text) => taken.push(text))
  reply('one')
  await settled()
  expect(taken).toEqual(['one'])
})

test('passes on no reply that comes after the cleanup', async () => {
  const taken: string[] = []
  const { ask, reply, settled } = request()
  takeReply(ask, (text) => taken.push(text))()
  reply('late')
  await settled()
  expect(taken).toEqual([])
})

test('sends no request if the cleanup comes during the pause', async () => {
  let asked = 0
  const cancel = takeReply(
    async () => asked++,
    () => undefined,
    1,
  )
  cancel()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(asked).toBe(0)
})
