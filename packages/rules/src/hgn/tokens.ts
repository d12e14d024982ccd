import { err, ok, type Result } from '../result.ts'
import type { GameError } from './error.ts'
import { type Before, endOfBlank, endOfWord, kindOfLine, trimBlank } from './lines.ts'

/** A tag line, `[Name "value"]`. Offsets are into the game's text. */
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
  let before: Before = 'other'
  let offset = 0
  while (offset < text.length) {
    const lineEnd = endOfLine(text, offset)
    const line = text.slice(offset, lineEnd)
    const kind = kindOfLine(line, before)
    if (kind === 'brokenTag') return err({ code: 'badTag', offset: endOfBlank(text, offset) })
    if (kind === 'comment' || kind === 'moves') break
    before = kind === 'tag' ? 'tag' : 'other'
    if (kind === 'tag') {
      const tag = readTag(line, offset)
      if (!tag.ok) return tag
      tags.push(tag.value)
    }
    offset = lineEnd + 1
  }
  const words = readWords(text, offset)
  if (words.ok) return ok({ tags, words: words.value })
  // Text before all tags cannot be moves. It makes everything after the first tag unreadable.
  const isBeforeTags = tags.length === 0 && words.error.code === 'badTag'
  return isBeforeTags ? err({ code: 'badTag', offset: endOfBlank(text, offset) }) : words
}

/** Reads a line that begins with `[`, apart from blanks, at this offset of its text. */
export function readTag(line: string, lineOffset: number): Result<Tag, GameError> {
  const offset = lineOffset + endOfBlank(line, 0)
  const text = trimBlank(line)
  const bad = (at: number) => err({ code: 'badTag' as const, offset: offset + at })
  const nameEnd = text.indexOf(' ')
  if (nameEnd === -1) return bad(text.length)
  const name = text.slice(1, nameEnd)
  if (!isTagName(name)) return bad(1)
  if (text[nameEnd + 1] !== '"') return bad(nameEnd + 1)
  let value = ''
  let at = nameEnd + 2
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\') {
      at++
      if (text[at] !== '"' && text[at] !== '\\') return bad(at)
    }
    value += text[at]
  }
  if (text.slice(at) !== '"]') return bad(at)
  if (!isTagValue(value)) return bad(nameEnd + 2)
  return ok({ name, value, offset })
}

/** Can this text be the value of a tag? Line breaks and control characters cannot. */
export function isTagValue(value: string): boolean {
  return ![...value].some((character) => character < ' ' || character === '\u007f')
}

/** Is this a valid name of a tag? */
export function isTagName(name: string): boolean {
  return TAG_NAME.test(name)
}

// --- internal ---

const TAG_NAME = /^[A-Za-z][A-Za-z0-9_]*$/

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from)
  return found === -1 ? text.length : found
}

function readWords(text: string, start: number): Result<readonly Token[], GameError> {
  const words: Token[] = []
  for (let offset = endOfBlank(text, start); offset < text.length; ) {
    const character = text[offset] ?? ''
    if (character === '}') return err({ code: 'strayBrace', offset })
    if (character === '[') return err({ code: 'badTag', offset })
    const token = readToken(text, offset, character)
    if (token === undefined) return err({ code: 'unclosedComment', offset })
    words.push(token)
    // A comment is longer than its text by its braces.
    const length = token.text.length + (token.kind === 'comment' ? 2 : 0)
    offset = endOfBlank(text, offset + length)
  }
  return ok(words)
}

/** Undefined for a comment that does not end. */
function readToken(text: string, offset: number, character: string): Token | undefined {
  if (character === '{') {
    const close = text.indexOf('}', offset)
    if (close === -1) return undefined
    return { kind: 'comment', text: text.slice(offset + 1, close), offset }
  }
  if (character === '(') return { kind: 'open', text: character, offset }
  if (character === ')') return { kind: 'close', text: character, offset }
  return { kind: 'word', text: text.slice(offset, endOfWord(text, offset)), offset }
}
