import type { ClientMessage, GameSummary, TimeControl } from '@hokito/protocol'
import { seededBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gameId } from '../../../../server/test/helpers/ids.ts'
import type { Connection } from './connection.ts'
import { giveSharesForCorrespondence } from './shares-for-correspondence.ts'

const DAYS: TimeControl = { kind: 'correspondence', daysPerMove: 2 }
const CLOCK: TimeControl = { kind: 'fischer', initialSeconds: 60, incrementSeconds: 1 }

const running = signal<readonly GameSummary[]>([])
let given: string[]
let answer: unknown
let stop: () => void
beforeEach(() => {
  running.value = []
  given = []
  answer = { ok: true, updates: [] }
  const send = async (message: ClientMessage) => {
    if (message.type === 'share') given.push(message.game)
    return answer
  }
  stop = giveSharesForCorrespondence({ send } as unknown as Connection, { running }, seededBytes(1))
})
afterEach(() => stop())

function game(name: string, timeControl: TimeControl, isDealt = false): GameSummary {
  return { id: gameId(name), ply: 0, isDealt, terms: { timeControl } } as GameSummary
}

test('a game for days is given our share once, on any page', () => {
  const waits = game('days', DAYS)
  running.value = [waits]
  running.value = [{ ...waits }]
  expect(given).toEqual([waits.id])
})

test('live games wait for their page, and what is dealt or placed needs no share', () => {
  const placed = { ...game('placed', DAYS), placed: { black: false, white: false } }
  running.value = [game('live', CLOCK), game('dealt', DAYS, true), placed]
  expect(given).toEqual([])
})

test('what was not answered is given again when the server tells of our games', async () => {
  answer = undefined
  const waits = game('days', DAYS)
  running.value = [waits]
  await new Promise((resolve) => setTimeout(resolve))
  running.value = [{ ...waits }]
  expect(given).toEqual([waits.id, waits.id])
})
