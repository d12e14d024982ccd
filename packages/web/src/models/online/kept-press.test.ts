import { type ClientMessage, challengeIdSchema, type Refused } from '@hokito/protocol'
import { seededBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import { newCommandId } from './command-id.ts'
import type { ConnectionStatus } from './connection.ts'
import { createKeptPress } from './kept-press.ts'
import type { Answer, Send } from './patience.ts'

const NO: Refused = { ok: false, refusal: { code: 'unknownChallenge' } }

const bytes = seededBytes(1)
const accepting = () => ({
  type: 'acceptChallenge' as const,
  id: newCommandId(bytes),
  challenge: challengeIdSchema.parse('offer0000001'),
})

/**
 * A connection as `connect` makes it: while offline it sends nothing, and requests get no answer.
 */
function lineWith(
  first: ConnectionStatus,
  answers: (message: ClientMessage) => Refused | undefined,
) {
  const status = signal<ConnectionStatus>(first)
  const sent: ClientMessage[] = []
  const send: Send = async <M extends ClientMessage>(message: M): Promise<Answer<M>> => {
    if (status.peek() === 'outdated') return { ok: false, refusal: { code: 'outdated' } }
    if (status.peek() !== 'online') return undefined
    sent.push(message)
    return answers(message)
  }
  return { status, sent, ...createKeptPress({ send, status }) }
}

test('what is pressed before there is a line waits to be seen, and is sent once when there is', async () => {
  const { status, sent, kept, press } = lineWith('connecting', () => NO)
  const message = accepting()
  const answer = press(message)
  await expect.poll(() => kept.value).toBe(message)
  status.value = 'offline'
  status.value = 'online'
  expect(await answer).toBe(NO)
  expect(sent).toEqual([message])
  expect(kept.value).toBeUndefined()
})

test('what is pressed with a line is not seen to wait', async () => {
  const { kept, press } = lineWith('online', () => NO)
  const answer = press(accepting())
  expect(kept.value).toBeUndefined()
  expect(await answer).toBe(NO)
  expect(kept.value).toBeUndefined()
})

test('a message whose answer was lost with the line is sent again as the same', async () => {
  const answers = [undefined, NO]
  const line = lineWith('online', () => {
    const answer = answers.shift()
    if (answer === undefined) line.status.value = 'offline'
    return answer
  })
  const message = accepting()
  const answer = line.press(message)
  await expect.poll(() => line.kept.value).toBe(message)
  line.status.value = 'online'
  expect(await answer).toBe(NO)
  expect(line.sent).toEqual([message, message])
})

test('what was given up is never sent', async () => {
  const { status, sent, kept, press, cancel } = lineWith('offline', () => NO)
  const answer = press(accepting())
  await expect.poll(() => kept.value).toBeDefined()
  cancel()
  expect(await answer).toBeUndefined()
  status.value = 'online'
  expect(sent).toEqual([])
})

test('of two that wait only the last is sent', async () => {
  const { status, sent, press } = lineWith('offline', () => NO)
  const [first, last] = [accepting(), accepting()]
  const answers = [press(first), press(last)]
  status.value = 'online'
  expect(await Promise.all(answers)).toEqual([undefined, NO])
  expect(sent).toEqual([last])
})

test('a press is refused as outdated when its page turns out to be too old', async () => {
  const { status, press } = lineWith('connecting', () => NO)
  const answer = press(accepting())
  status.value = 'outdated'
  expect(await answer).toEqual({ ok: false, refusal: { code: 'outdated' } })
})
