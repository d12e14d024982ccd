import { type Study, studyIdSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { playerId } from '../../../../server/test/helpers/ids.ts'
import { followStudy } from './followed-study.ts'

const ID = studyIdSchema.parse('study0000001')

const studyOf = (version: number): Study => ({
  id: ID,
  title: 'Endings',
  owner: { id: playerId('ada'), name: 'Ada' },
  isShared: true,
  version,
  changedAt: 0,
  chapters: [],
  holder: null,
  members: [],
})

/** A page that follows a study; `comeOnline` lets the server answer with a version of it. */
function following() {
  let version = 0
  let ask = () => {}
  const followed = followStudy(ID, {
    send: async () => ({ ok: true, study: studyOf(version) }) as never,
    on: () => () => {},
    whenOnline: (listener) => {
      ask = listener
      return () => {}
    },
  })
  const comeOnline = async (next: number) => {
    version = next
    ask()
    await Promise.resolve()
    await Promise.resolve()
    return followed.study.peek()
  }
  return { followed, comeOnline }
}

test('an older answer is believed only if the next one is older too', async () => {
  const { followed, comeOnline } = following()
  expect(await comeOnline(9)).toMatchObject({ version: 9 })
  expect(await comeOnline(4)).toMatchObject({ version: 9 })
  expect(await comeOnline(9)).toMatchObject({ version: 9 })
  expect(await comeOnline(4)).toMatchObject({ version: 9 })
  expect(await comeOnline(5)).toMatchObject({ version: 5 })
  followed.dispose()
})
