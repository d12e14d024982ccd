import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keysOf } from './looks.ts'
import { LOOK_ALIKES } from './name-tables.ts'
import { checkName, guestName } from './names.ts'

describe('a name', () => {
  test.each([
    ['English', 'Anna', 'Jean-Luc', "O'Neill", 'Anna_van_7', 'Dr.No', 'Zoe K.', 'A. B. Brown'],
    ['German', 'Jürgen', 'Groß', 'Änne'],
    ['French', 'François', 'Zoë', 'Cœur de Lion', 'Loïc'],
    ['Spanish', 'Núñez', 'Begoña'],
    ['Italian', 'Niccolò', "D'Angelo"],
    ['Portuguese', 'João', 'Conceição'],
    ['Dutch', 'Daniël', 'van der Berg'],
    ['Polish', 'Łukasz', 'Żółć', 'Świętosława'],
    ['Estonian', 'Õnne', 'Jüri', 'Šarlote'],
    ['Catalan', 'Gal·la'],
    ['Turkish', 'İpek', 'Işıl'],
    ['Vietnamese', 'Nguyễn Thị'],
    ['Russian', 'Мария', 'Ёлка', 'Андрей'],
    ['Greek', 'Ελένη', 'Γιώργος', 'ΑΝΝΑ'],
    ['Armenian', 'Աննա'],
    ['Georgian', 'ნინო'],
    ['Hebrew', 'יוסף'],
    ['Arabic', 'محمد'],
    ['Hindi', 'राम कुमार'],
    ['Thai', 'สมชาย'],
    ['Amharic', 'ሰላም'],
    ['Japanese', '小さな猫', 'アンナ・レナ'],
    ['Korean', '김민수'],
    ['Chinese', '李小龙'],
  ])('in %s may be had', (_, ...names) => {
    for (const name of names) expect(checkName(name), name).toMatchObject({ ok: true })
  })

  test.each([
    ['  Anna   Lena ', 'Anna Lena'],
    ['O’Neill', "O'Neill"],
    ['Zoe K.', 'Zoe K'],
    ['A. B. Brown', 'A. B. Brown'],
    ['Hawaiʻi', "Hawai'i"],
    ['ＡＮＮＡ', 'ANNA'],
    ['𝐀𝐧𝐧𝐚', 'Anna'],
  ])('%j is written %j', (typed, name) => {
    expect(checkName(typed)).toMatchObject({ ok: true, value: { name } })
  })

  test.each([
    ['nothing', '', 'nameTooShort'],
    ['two letters', 'ab', 'nameTooShort'],
    ['one letter and spaces', '  a  ', 'nameTooShort'],
    ['two letters with accents in parts', 'a\u0308b\u0301', 'nameTooShort'],
    ['an emoji', '🦊', 'nameCharacters'],
    ['many emoji', '🦊'.repeat(30), 'nameCharacters'],
    ['25 letters', 'x'.repeat(25), 'nameTooLong'],
    ['one character that stands for 18', 'ﷺ'.repeat(2), 'nameTooLong'],
    ['a tag', '<script>', 'nameCharacters'],
    ['a change of direction', 'a\u202Ebc', 'nameCharacters'],
    ['a space without width', 'a\u200Bbc', 'nameCharacters'],
    ['a joiner without width', 'a\u200Dbc', 'nameCharacters'],
    ['a joiner of graphemes', 'A\u034Fnna', 'nameCharacters'],
    ['a choice of variants', 'Anna\uFE0F', 'nameCharacters'],
    ['a zero byte', 'zz\u0000zz', 'nameCharacters'],
    ['half a character', 'Anna\uD800', 'nameCharacters'],
    ['a tag character', 'Anna\u{E0041}', 'nameCharacters'],
    ['digits alone', '123', 'nameCharacters'],
    ['a digit first', '1nna', 'nameCharacters'],
    ['digits of another script', 'Anna٣', 'nameCharacters'],
    ['two separators', 'Anna--Lena', 'nameCharacters'],
    ['a separator at the end', 'Anna-', 'nameCharacters'],
    ['two full stops', 'Anna..', 'nameCharacters'],
    ['a full stop after a space', 'Anna .B', 'nameCharacters'],
    ['underscores', '__proto__', 'nameCharacters'],
    ['pictures', '😀😀😀', 'nameCharacters'],
    ['a mark first', '\u0301nna', 'nameCharacters'],
    ['symbols', 'Anna™©', 'nameCharacters'],
    ['23 marks on a letter', `a${'\u0301'.repeat(23)}`, 'nameCharacters'],
    ['three marks on a letter', 'anna\u0301\u0323\u0308', 'nameCharacters'],
    ['the same mark twice', 'anna\u0323\u0323', 'nameCharacters'],
    ['Cyrillic А in Latin', 'Аnna', 'nameCharacters'],
    ['Greek ο in Latin', 'Bοb', 'nameCharacters'],
    ['Cherokee Ꭺ in Latin', 'Ꭺnna', 'nameCharacters'],
    ['Armenian ա in Latin', 'Annա', 'nameCharacters'],
    ['Latin in Japanese', '小さなcat', 'nameCharacters'],
    ['Cherokee', 'ᎪᏁᏁᎪ', 'nameCharacters'],
    ['alpha for a', 'ɑnna', 'nameCharacters'],
    ['a small capital ᴀ', 'ᴀnna', 'nameCharacters'],
    ['a small capital ɴ', 'Aɴna', 'nameCharacters'],
    ['Hangul that cannot be seen', 'A\u1160nna', 'nameCharacters'],
    ['other Hangul that cannot be seen', 'Anna\u115F', 'nameCharacters'],
    ['nothing that can be seen', '\u1160\u115F\u3164', 'nameCharacters'],
    ['Ꭺdmin', 'Ꭺdmin', 'nameCharacters'],
    ['a moderator with a hole', 'mod\u1160erator', 'nameCharacters'],
    ['Hᴏkito', 'Hᴏkito', 'nameCharacters'],
  ])('S6: of %s may not be had', (_, name, code) => {
    expect(checkName(name)).toEqual({ ok: false, error: code })
  })

  test.each([
    'Admin Administratör Administrador Amministratore ad.min Ádmín Adm1n ADM1N ѕupport',
    'Moderator7 Modérateur Moderador Moderaator Moderatore Beheerder администратор Админ модератор',
    'Hokito TheHokitoTeam H0K1T0 Hokıto Ηοκιτο Cosmoludo Claude-Leroy',
    'Support Hilfe Ayuda Aiuto Ajuda Hulp Pomoc Système Süsteem Guest Gość Külaline',
    'Schwarz Blanco Nero Zwart Białe Valge Remis Ordinateur Arvuti',
  ])('S6: that seems official may not be had: %s', (names) => {
    for (const name of names.split(' ')) {
      expect(['nameReserved', 'nameCharacters'], name).toContain(errorOf(name))
    }
  })

  test.each([
    'Deleted player',
    'Joueur supprimé',
    'Gelöschter Spieler',
    'Verwijderde speler',
    'Giocatore eliminato',
    'Jugador eliminado',
    'Jogador eliminado',
    'Usunięty gracz',
    'Kustutatud mängija',
  ])('S6: of a deleted account is not free: %s', (name) => {
    expect(errorOf(name)).toBe('nameReserved')
  })

  test('drawn for a guest may be had', () => {
    for (let drawn = 0; drawn < 100; drawn++) {
      const chance = { below: (bound: number) => (drawn * 7919) % bound }
      for (const digits of [4, 7]) {
        const name = guestName(chance, digits)
        expect(checkName(name), name).toMatchObject({ ok: true, value: { name } })
      }
    }
  })
})

describe('S6: names that look alike share a key', () => {
  test.each([
    ['Anna', 'ANNA'],
    ['Anna', 'Ánna'],
    ['Anna', 'A.n-n_a'],
    ['Anna', 'ΑΝΝΑ'],
    ['αννα', 'ΑΝΝΑ'],
    ['Ivan', 'Ιναη'],
    ['Bill', 'Bi11'],
    ['Bill', 'BiII'],
    ['modem', 'modern'],
    ['vvilliam', 'William'],
    ['Сара', 'Capa'],
    ['ВОВА', 'BOBA'],
    ['Вова', 'Boba'],
    ['Otto', '0tt0'],
    ['Oslo', 'Øslo'],
    ['Jean-Luc', 'Jean Luc'],
    ['Łukasz', 'Lukasz'],
    ['Işıl', 'Isil'],
    ['sos', 'ՏՕՏ'],
  ])('%s and %s', (one, other) => {
    expect(keysOf(one).some((key) => keysOf(other).includes(key))).toBe(true)
  })

  test.each([
    ['Anna', 'Hanna'],
    ['Jana', 'Lana'],
    ['Eva', 'Ena'],
    ['Max6', 'Max8'],
    ['Anna', 'Анна'],
    ['かな', 'がな'],
    ['שירי', 'שרר'],
    ['ノノノ', 'ייי'],
    ['דניאל', 'דנאל'],
    ['राम', 'रम'],
  ])('and others do not: %s and %s', (one, other) => {
    expect(keysOf(one).some((key) => keysOf(other).includes(key))).toBe(false)
  })

  test('wherever Unicode says that they do', () => {
    let pairs = 0
    fc.assert(
      fc.property(nameLike, fc.constantFrom(...ALPHABETS), (text, alphabet) => {
        const other = [...text.normalize('NFC')].map((character) => likeIn(alphabet, character))
        const [one, two] = [checkName(text), checkName(other.join(''))]
        if (!one.ok || !two.ok || one.value.name === two.value.name) return
        if (skeletonOf(one.value.name) !== skeletonOf(two.value.name)) return
        pairs += 1
        const shared = one.value.keys.filter((key) => two.value.keys.includes(key))
        expect(shared, `${one.value.name} and ${two.value.name}`).not.toEqual([])
      }),
      { seed: 39, numRuns: 1000 },
    )
    expect(pairs).toBeGreaterThan(20)
  })

  test('however a name is written', () => {
    fc.assert(
      fc.property(nameLike, (text) => {
        const checked = checkName(text)
        if (!checked.ok) return
        const { name, keys } = checked.value
        expect(keys[0].length).toBeGreaterThan(0)
        expect(keysOf(name.normalize('NFD')), name).toEqual(keys)
        // Some letters have two small forms (σ and ς), so convert to upper case first.
        const small = name.toUpperCase().toLowerCase()
        expect(keysOf(small.toUpperCase())[0], name).toBe(keysOf(small)[0])
      }),
      { seed: 6, numRuns: 3000 },
    )
  })

  test('and a name that may be had has nothing in it that cannot be seen', () => {
    fc.assert(
      fc.property(nameLike, fc.nat(20), hidden, (text, place, mark) => {
        const characters = [...text]
        characters.splice(place % (characters.length + 1), 0, mark)
        const checked = checkName(characters.join(''))
        expect(checked.ok && checked.value.name.includes(mark)).toBe(false)
      }),
      { seed: 6, numRuns: 3000 },
    )
  })
})

const LOOKS = new Map(
  LOOK_ALIKES.trim()
    .split(/\s/)
    .map((pair) => pair.split(':').map((side) => side.split('+').map(textOf).join('')))
    .map(([from = '', to = '']) => [from, to]),
)

/** The skeleton of UTS #39, section 4. */
function skeletonOf(text: string): string {
  const looks = [...text.normalize('NFD')].map((character) => LOOKS.get(character) ?? character)
  return looks.join('').normalize('NFD')
}

const ALPHABETS = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u]

const BY_LOOK = new Map<string, string[]>()
for (const [from, to] of LOOKS) {
  const look = skeletonOf(to)
  BY_LOOK.set(look, [...(BY_LOOK.get(look) ?? [to]), from])
}

/** The character of an alphabet that looks the same, if there is one. */
function likeIn(alphabet: RegExp, character: string): string {
  const likes = BY_LOOK.get(skeletonOf(character)) ?? []
  return likes.find((like) => alphabet.test(like)) ?? character
}

function textOf(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16))
}

/** Texts of letters of one script, some of them names. */
const nameLike = fc
  .constantFrom(
    'aemnorvwilIO',
    'аенорсткуви',
    'ανηουρσκχ',
    'աննօհոս',
    'éşłøńç',
    'かなが',
    'ab c-d.1',
  )
  .chain((letters) =>
    fc.array(fc.constantFrom(...letters), { minLength: 3, maxLength: 24 }).chain((picked) =>
      fc.boolean().map((isUpper) => {
        const name = picked.join('')
        return isUpper ? name.toUpperCase() : name
      }),
    ),
  )

const hidden = fc.constantFrom(
  ...'\u00AD\u034F\u061C\u115F\u1160\u17B4\u180E\u200B\u200C\u200D\u2060\u2064\u3164\uFE00\uFEFF\uFFA0',
)

function errorOf(name: string): string {
  const checked = checkName(name)
  return checked.ok ? 'none' : checked.error
}
