import { parsePosition } from '@hokito/rules'
import { expect, test } from 'vitest'
import { type DiplomaWords, drawDiploma } from './diploma.ts'

const WORDS: DiplomaWords = {
  title: 'Diploma',
  name: 'Ada <Lovelace> & Co.',
  lines: ['knows how to play Hokito', 'twelve lessons'],
  date: '28 Nov 2026',
  site: 'hokito.example',
}

function diploma(words: DiplomaWords): string {
  const position = parsePosition('A----a2/------/------/------/-a----/-ab--- b', 'either')
  if (!position.ok) throw new Error('the position cannot be read')
  return drawDiploma(words, position.value)
}

test('a diploma has all of its words, and a name cannot break the drawing', () => {
  const drawing = diploma(WORDS)
  for (const words of ['Diploma', ...WORDS.lines, '28 Nov 2026 · hokito.example']) {
    expect(drawing).toContain(`>${words}</text>`)
  }
  expect(drawing).toContain('>Ada &lt;Lovelace&gt; &amp; Co.</text>')
  expect(drawing.split('<svg ')).toHaveLength(3)
  expect(drawing.split('</svg>')).toHaveLength(3)
})

test('a diploma without a name leaves room to write one', () => {
  expect(diploma({ ...WORDS, name: '' })).toContain('></text>')
})
