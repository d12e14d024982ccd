import type { LetterWords } from './words.ts'

export const et: LetterWords = {
  greeting: 'Tere, {{name}}!',
  letters: {
    confirm: {
      subject: 'Kinnita oma e-posti aadress',
      before: 'Selle aadressi kasutamiseks oma Hokito kontol ava 24 tunni jooksul see link:',
      after: 'Kui sa seda ei soovinud, ei pea sa midagi tegema.',
    },
    recover: {
      subject: 'Vali uus parool',
      before:
        'Uue parooli valimiseks oma Hokito kontole ava tunni aja jooksul see link. See toimib ühe korra:',
      after: 'Kui sa seda ei soovinud, ei pea sa midagi tegema. Sinu parool jääb samaks.',
    },
    password: {
      subject: 'Sinu parool on muudetud',
      before:
        'Sinu Hokito konto parool muudeti äsja ja sa logiti kõigist teistest seadmetest välja. Kui see polnud sina, vali kohe uus parool:',
      after: '',
    },
    changed: {
      subject: 'Sinu e-posti aadress on muudetud',
      before:
        'Teated sinu Hokito konto kohta lähevad nüüdsest teisele aadressile. Kui see polnud sina, logi sisse ja muuda kohe oma parool:',
      after: '',
    },
    removed: {
      subject: 'Sinu e-posti aadress on eemaldatud',
      before:
        'See aadress ei kuulu enam sinu Hokito konto juurde. Kui see polnud sina, logi sisse ja muuda kohe oma parool:',
      after: '',
    },
  },
  games: {
    locale: 'et-EE',
    letters: {
      turns: {
        subject: 'Sinu kord Hokitos',
        before: 'Need partiid ootavad sinu käiku:',
        about: 'Vastane: {{name}}',
      },
      last: {
        subject: 'Sinu aeg hakkab läbi saama',
        before: 'Selles partiis on sul käiguks vähe aega jäänud:',
        about: 'Vastane: {{name}}',
      },
      challenge: {
        subject: 'Sulle on esitatud väljakutse',
        before: 'Keegi soovib sinuga mängida kirimängupartiid:',
        about: '{{name}} esitab sulle väljakutse',
      },
    },
    until: 'Käigu tähtaeg: {{date}}.',
    why: 'Saad selle e-kirja, sest sinu Hokito kontol on teated partiide kohta sisse lülitatud.',
    settings: 'Seda saad muuta seadetes:',
    off: 'Kui sa neid e-kirju enam ei soovi, ava see link:',
  },
}
