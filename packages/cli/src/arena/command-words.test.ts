import { expect, test } from 'vitest'
import { commandWords } from './command-words.ts'

test.each([
  ['', []],
  ['  ', []],
  ['hokito ugi', ['hokito', 'ugi']],
  ['"/my engines/x" --name=\'a b\' ""', ['/my engines/x', '--name=a b', '']],
  ['a"b c"d', ['ab cd']],
  ['unclosed "quote', ['unclosed', 'quote']],
])('%j is %j', (command, words) => {
  expect(commandWords(command)).toEqual(words)
})
