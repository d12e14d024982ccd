import { readFileSync } from 'node:fs'
import { PICTURE_THEMES } from '@hokito/picture'
import { expect, test } from 'vitest'
import { THEMES } from './settings.ts'

// Neither can load the settings: one runs before the first paint, the other in a small frame.
test.each(['../../../early.js', '../../embed/options.ts'])('%s knows every theme', (file) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [, names = ''] = /\[('light'[^\]]*)\]/.exec(source) ?? []
  const known = names.split(', ').map((name) => name.slice(1, -1))
  expect(known).toEqual(PICTURE_THEMES)
  expect(['system', ...known]).toEqual(THEMES)
})
