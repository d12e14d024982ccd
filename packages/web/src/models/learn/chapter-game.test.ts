import { formatPosition, newRecord } from '@hokito/rules'
import { expect, test } from 'vitest'
import { chapterAt, chapterOf, rememberChapter } from './chapter-game.ts'
import { CHAPTERS } from './course/chapters.ts'

function storage(): () => Storage {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return () => store as Storage
}

const [first, second] = CHAPTERS.map(({ id, examples: [{ position }] }) => ({
  id,
  position,
  game: newRecord({ kind: 'position', position }, position.endRule),
}))
if (first === undefined || second === undefined) throw new Error('the course has chapters')

test('a game from the position of a chapter leads back to it, and no other game does', () => {
  const kept = storage()
  expect(chapterOf(kept, first.game)).toBeUndefined()
  rememberChapter(kept, first.id, first.position)
  expect(chapterOf(kept, first.game)).toBe(first.id)
  expect(chapterOf(kept, second.game)).toBeUndefined()
  expect(chapterAt(kept, formatPosition(first.position))).toBe(first.id)
  expect(chapterAt(kept, undefined)).toBeUndefined()
})

test('a game without storage has no way back', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  rememberChapter(forbidden, first.id, first.position)
  expect(chapterOf(forbidden, first.game)).toBeUndefined()
})
