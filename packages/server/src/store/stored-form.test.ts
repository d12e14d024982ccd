import { createHash } from 'node:crypto'
import { gameEventSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { SQLITE_COLUMNS } from './columns.ts'
import { stepsFor } from './migrations.ts'

/**
 * The form of stored events, and the last step that keeps older servers away. An older server cannot
 * read a new kind of event or a new field, so a new form needs such a step, and both are recorded here.
 */
const RECORDED = { step: '0036-account-names', form: 'afaf479faef27646' }

test('a server of another version never meets events that it cannot read', () => {
  const steps = Object.entries(stepsFor(SQLITE_COLUMNS))
  const [step] = steps.findLast(([, { isAdditive }]) => !isAdditive) ?? expect.fail()
  const schema = z.toJSONSchema(gameEventSchema, { unrepresentable: 'any' })
  const form = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16)
  if (form !== RECORDED.form) {
    expect(step, 'Stored events have a new form: add a step that is not additive').not.toBe(
      RECORDED.step,
    )
  }
  expect(RECORDED, 'Record the new form and its step').toEqual({ step, form })
})
