import { expect, test } from 'vitest'
import { textSchema } from './text.ts'

test.each([
  ['is kept as it is', 'Żółw 🐢\tmoves\nfirst', 'Żółw 🐢\tmoves\nfirst'],
  ['has line feeds at the ends of its lines', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['has spaces for control characters', 'a\u0000b\u000bc\u001bd\u007fe\u0085f', 'a b c d e f'],
  ['has U+FFFD for halves of pairs', '\ud83da\udc22', '\ufffda\ufffd'],
])('a text %s', (_, written, read) => {
  expect(textSchema(40).parse(written)).toBe(read)
})
