import { createHash } from 'node:crypto'
import {
  challengeSchema,
  classTaskSchema,
  gameEventSchema,
  PROTOCOL_VERSION,
  pupilProgressSchema,
  shownProgressSchema,
} from '@hokito/protocol'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { ownLinesSchema } from '../game/lines.ts'
import { SQLITE_COLUMNS } from './columns.ts'
import { stepsFor } from './migrations.ts'

/** What the database stores as JSON, by the schemas that read it. */
const STORED = {
  game: [gameEventSchema, challengeSchema, ownLinesSchema],
  class: [pupilProgressSchema, classTaskSchema],
  profile: [shownProgressSchema],
}

/**
 * The forms of stored JSON, with the last step that keeps older servers away and the version that
 * makes older pages reload. Neither can read a new kind or a new field.
 */
const RECORDED = {
  step: '0036-account-names',
  protocol: 4,
  forms: { game: '8539e6190a923464', class: '0cc6ae10203abaaf', profile: 'f7d57be5ceedcd14' },
}

test('servers and pages of another version never meet stored forms that they cannot read', () => {
  const steps = Object.entries(stepsFor(SQLITE_COLUMNS))
  const [step] = steps.findLast(([, { isAdditive }]) => !isAdditive) ?? expect.fail()
  const forms = { game: formOf('game'), class: formOf('class'), profile: formOf('profile') }
  if (JSON.stringify(forms) !== JSON.stringify(RECORDED.forms)) {
    const wish = 'A stored form is new: add a step that is not additive'
    expect(step, wish).not.toBe(RECORDED.step)
  }
  if (forms.game !== RECORDED.forms.game) {
    const wish = 'The form of games is new: raise PROTOCOL_VERSION'
    expect(PROTOCOL_VERSION, wish).not.toBe(RECORDED.protocol)
  }
  expect(RECORDED, 'Record what is new').toEqual({ step, protocol: PROTOCOL_VERSION, forms })
})

function formOf(subject: keyof typeof STORED): string {
  const schemas = STORED[subject].map((each) => z.toJSONSchema(each, { unrepresentable: 'any' }))
  return createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16)
}
