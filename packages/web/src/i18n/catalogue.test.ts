import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PLURAL, textsOf, withoutForm } from '../../test/words/texts.ts'
import { textsUsedIn } from '../../test/words/used-texts.ts'
import { LANGUAGES, type Language, LOCALES } from './i18n.ts'

/** The code of the site, without its tests. */
function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(path).isDirectory()) return sourceFiles(path)
      return /(?<!\.test)\.tsx?$/.test(path) ? [path] : []
    })
}

describe('every text of the catalogue is shown somewhere', () => {
  const { keys, unclear } = textsUsedIn(
    fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
  )
  const unusedAmong = (all: Iterable<string>) =>
    [...all].map(withoutForm).filter((key) => !keys.has(key))

  test('as far as the compiler knows what is asked of the translator', () => {
    expect(unclear).toEqual([])
    expect(unusedAmong(textsOf('en').keys())).toEqual([])
  })

  test('and one that is not would be found, beside any other', () => {
    const planted = [...textsOf('en').keys()].map((key) => key.replace(/[^.]*$/, 'planted'))
    expect(new Set(unusedAmong(planted))).toEqual(new Set(planted))
  })
})

test.each(LANGUAGES)('a page has the name of the link that leads there (%s)', (language) => {
  const texts = textsOf(language)
  expect(texts.get('people.title')).toBe(texts.get('online.people'))
  expect(texts.get('people.title')).toBe(texts.get('nav.people'))
  expect(texts.get('explorer.title')).toBe(texts.get('nav.explorer'))
  expect(texts.get('puzzles.day.title')).toBe(texts.get('nav.puzzleOfDay'))
})

function placeholders(text: string): readonly string[] {
  return (text.match(/\{\{[^}]+\}\}/g) ?? []).sort()
}

/**
 * Does a text begin with a capital and end with a stop exactly if its English does? Only then does
 * it fit in the same place, beside another sentence or within one.
 */
function hasSameEdges(text: string, english: string, language: Language): boolean {
  const [first, stop] = [caseOf(text), stopOf(text)]
  const [englishFirst, englishStop] = [caseOf(english), stopOf(english)]
  const isSameBeginning =
    first === englishFirst ||
    first === undefined ||
    englishFirst === undefined ||
    // A noun.
    (language === 'de' && first === 'capital')
  // A short question fits a button where "Offer …" does not.
  return isSameBeginning && (stop === englishStop || (stop === '?' && englishStop === undefined))
}

/** The case of the first letter; undefined if a number or an argument comes before it. */
function caseOf(text: string): 'capital' | 'small' | undefined {
  const [first] = /(?<=^[^\p{L}\d{]*)\p{L}/u.exec(text) ?? []
  if (first === undefined) return undefined
  return first === first.toLowerCase() ? 'small' : 'capital'
}

/** The mark at the end, also inside a closing quote or bracket. */
function stopOf(text: string): string | undefined {
  return /[.!?…:](?=[»”“’)]?$)/u.exec(text)?.[0]
}

/** Texts that are the same in every language, and words that happen to be the same in some. */
const SAME_WORDS = new Set([
  'study.question',
  'tournaments.buchholz',
  'tournaments.kinds.arena',
  'tournaments.sonnebornBerger',
  'tournaments.place',
  'tournaments.points',
  'account.name',
  'account.passkeys.title',
  'account.password',
  'nav.studies',
  'nav.classes',
  'class.title',
  'class.pupils.name',
  'class.words.ladder',
  'analysis.engine',
  'analysis.memorySize',
  'analysis.threads',
  'app.name',
  'board.height',
  'board.piece',
  'board.single',
  'course.chapterName',
  'game.clockOf',
  'game.dealIs',
  'game.points_one',
  'game.points_other',
  'game.seat',
  'game.title',
  'games.places.online',
  'home.versus',
  'learn.lessonName',
  'learn.lessons.points.one.done',
  'terms.clockChoice',
  'newGame.computer',
  'newGame.setups.standard',
  'nav.account',
  'nav.community',
  'push.title',
  'notice.ok',
  'progress.open',
  'progress.rating',
  'online.game.says',
  'online.phrase.sorry',
  'online.twoGames.sum',
  'online.versus',
  'people.leaders.matches',
  'people.leaders.rating',
  'people.talk.heading',
  'profile.rating',
  'puzzles.day.cell',
  'puzzles.show',
  'record.gameName',
  'replay.pause',
  'replay.slider',
  'review.lossOf',
  'review.percent',
  'review.said',
  'about.version',
])

describe.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the catalogue of %s',
  (language) => {
    const english = textsOf('en')
    const texts = textsOf(language)
    const forms = new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories

    test('has the keys of English, each plural in all forms of its language', () => {
      const expected = [...english.keys()].flatMap((key) => {
        if (!PLURAL.test(key)) return [key]
        return key.endsWith('_other') ? forms.map((form) => key.replace(PLURAL, `_${form}`)) : []
      })
      expect([...texts.keys()].sort()).toEqual(expected.sort())
    })

    test('fills in the same values, and has no empty text', () => {
      for (const [key, text] of texts) {
        const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
        expect(text.trim(), key).not.toBe('')
        expect(placeholders(text), key).toEqual(placeholders(original))
      }
    })

    test('begins and ends as its English does: a sentence, a part of one, or neither', () => {
      const differing = [...texts].filter(([key, text]) => {
        const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
        return !hasSameEdges(text, original, language)
      })
      expect(differing).toEqual([])
    })

    test('is translated', () => {
      const same = [...texts].filter(([key, text]) => english.get(key) === text).map(([key]) => key)
      expect(same.filter((key) => !SAME_WORDS.has(key))).toEqual([])
    })
  },
)

test('no words for people stand in the code', () => {
  /** Commands that people type elsewhere, the same in every language. */
  const commands = ['curl -s', '| npx hokito verify-deal -', '/api/games/']
  const found = sourceFiles(fileURLToPath(new URL('..', import.meta.url)))
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => !CODE.test(line))
    .filter((line) => WRITTEN.some((written) => written.test(line)))
    .filter((line) => !commands.some((command) => line.includes(command)))
  expect(found.map((line) => line.trim())).toEqual([])
})

/** How lines of comments and code begin. */
const CODE =
  /^\s*(\/\/|\*|\/\*|import|export|return|const|type|case|else|delete|throw|interface|extends)/

/** Text between tags, text for screen readers, and a line that contains only words. */
const WRITTEN = [
  />[^<>{}=();]*\p{L}{2,}[^<>{}=();]*<\//u,
  /(aria-label|placeholder|title|alt)="[^"]*\p{L}{3,}[^"]*"/u,
  /^\s*\p{L}[\p{L},.'’!?…-]*( [\p{L},.'’!?…-]+)+$/u,
]
