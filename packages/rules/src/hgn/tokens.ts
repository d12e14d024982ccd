import { err, ok, type Result } from '../result.ts'
import type { GameError } from './error.ts'

/** A tag line, `[Name "value"]`; offsets are into the game's text. */
export interface Tag {
  readonly name: string
  readonly value: string
  readonly offset: number
}

/** A word, a comment or a parenthesis of the move text. */
export interface Token {
  readonly kind: 'word' | 'comment' | 'open' | 'close'
  readonly text: string
  readonly offset: number
}

/** A game cut into its tags and the tokens after them. */
export interface Tokens {
  readonly tags: readonly Tag[]
  readonly words: readonly Token[]
}

/** Cuts the text of one game into tags and tokens. */
export function tokenize(text: string): Result<Tokens, GameError> {
  const tags: Tag[] = []
  let offset = 0
  while (offset < text.length) {
    const lineEnd = endOfLine(text, offset)
    const line = text.slice(offset, lineEnd).trimEnd()
    if (line !== '' && !line.startsWith('[')) break
    if (line !== '') {
      const tag = readTag(line, offset)
      if (!tag.ok) return tag
      tags.push(tag.value)
    }
    offset = lineEnd + 1
  }
  const words = readWords(text, offset)
  return words.ok ? ok({ tags, words: words.value }) : words
}

/** May this text stand as the value of a tag? Line breaks and control characters cannot. */
export function isTagValue(value: string): boolean {
  return ![...value].some((character) => character < ' ' || character === '\u007f')
}

/** Is this a name that a tag can have? */
export function isTagName(name: string): boolean {
  return TAG_NAME.test(name)
}

// --- internal ---

const TAG_NAME = /^[A-Za-z][A-Za-z0-9_]*$/

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from)
  return found === -1 ? text.length : found
}

function readTag(line: string, offset: number): Result<Tag, GameError> {
  const bad = (at: number) => err({ code: 'badTag' as const, offset: offset + at })
  const nameEnd = line.indexOf(' ')
  if (nameEnd === -1) return bad(line.length)
  const name = line.slice(1, nameEnd)
  if (!isTagName(name)) return bad(1)
  if (line[nameEnd + 1] !== '"') return bad(nameEnd + 1)
  let value = ''
  let at = nameEnd + 2
  for (; at < line.length && line[at] !== '"'; at++) {
    if (line[at] === '\\') {
      at++
      if (line[at] !== '"' && line[at] !== '\\') return bad(at)
    }
    value += line[at]
  }
  if (line.slice(at) !== '"]') return bad(at)
  if (!isTagValue(value)) return bad(nameEnd + 2)
  return ok({ name, value, offset })
}

function readWords(text: string, start: number): Result<readonly Token[], GameError> {
  const words: Token[] = []
  let offset = start
  while (offset < text.length) {
    const character = text[offset] ?? ''
    if (character.trim() === '') {
      offset++
    } else if (character === '}') {
      return err({ code: 'strayBrace', offset })
    } else if (character === '{') {
      const close = text.indexOf('}', offset)
      if (close === -1) return err({ code: 'unclosedComment', offset })
      words.push({ kind: 'comment', text: text.slice(offset + 1, close), offset })
      offset = close + 1
    } else if (character === '(' || character === ')') {
      words.push({ kind: character === '(' ? 'open' : 'close', text: character, offset })
      offset++
    } else {
      const end = endOfWord(text, offset)
      words.push({ kind: 'word', text: text.slice(offset, end), offset })
      offset = end
    }
  }
  return ok(words)
}

function endOfWord(text: string, from: number): number {
  let end = from
  while (end < text.length && !/[\s{}()]/.test(text[end] ?? '')) end++
  return end
}
