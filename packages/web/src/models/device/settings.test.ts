import { readFileSync } from 'node:fs'
import { PICTURE_THEMES } from '@hokito/picture'
import { expect, test } from 'vitest'
import { memoryStorage } from './memory-storage.ts'
import { createSettings, THEMES } from './settings.ts'

// Neither can load the settings: one runs before the first paint, the other in a small frame.
test.each(['../../../early.js', '../../embed/options.ts'])('%s knows every theme', (file) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [, names = ''] = /\[('light'[^\]]*)\]/.exec(source) ?? []
  const known = names.split(', ').map((name) => name.slice(1, -1))
  expect(known).toEqual(PICTURE_THEMES)
  expect(['system', ...known]).toEqual(THEMES)
})

test('a tab keeps the settings that another one has changed since', () => {
  const storage = memoryStorage()
  const [one, other] = [createSettings(storage), createSettings(storage)]
  one.change({ theme: 'dark' })
  other.change({ knowsGoal: true })
  expect(createSettings(storage).settings.value).toMatchObject({ theme: 'dark', knowsGoal: true })
})

test('damaged settings in a full storage are the defaults, and the page still opens', () => {
  const storage = memoryStorage()
  storage.setItem('hokito:settings', 'no settings')
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const { settings, damagedKey } = createSettings(storage)
  expect(settings.value.theme).toBe('system')
  expect(damagedKey).toBe('hokito:settings:damaged')
})
