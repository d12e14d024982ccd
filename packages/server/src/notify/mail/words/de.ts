import type { LetterWords } from './words.ts'

export const de: LetterWords = {
  greeting: 'Hallo {{name}},',
  letters: {
    confirm: {
      subject: 'Bestätige deine E-Mail-Adresse',
      before:
        'Damit diese Adresse zu deinem Hokito-Konto gehört, öffne innerhalb von 24 Stunden diesen Link:',
      after: 'Wenn du das nicht wolltest, brauchst du nichts zu tun.',
    },
    recover: {
      subject: 'Neues Passwort setzen',
      before:
        'Um ein neues Passwort für dein Hokito-Konto zu setzen, öffne innerhalb einer Stunde diesen Link. Er gilt einmal:',
      after:
        'Wenn du das nicht wolltest, brauchst du nichts zu tun. Dein Passwort bleibt, wie es ist.',
    },
    password: {
      subject: 'Dein Passwort wurde geändert',
      before:
        'Das Passwort deines Hokito-Kontos wurde gerade geändert, und auf allen anderen Geräten bist du abgemeldet. Wenn du das nicht warst, setze sofort ein neues Passwort:',
      after: '',
    },
    changed: {
      subject: 'Deine E-Mail-Adresse wurde geändert',
      before:
        'Nachrichten zu deinem Hokito-Konto gehen ab jetzt an eine andere Adresse. Wenn du das nicht warst, melde dich an und ändere sofort dein Passwort:',
      after: '',
    },
    removed: {
      subject: 'Deine E-Mail-Adresse wurde entfernt',
      before:
        'Diese Adresse gehört nicht mehr zu deinem Hokito-Konto. Wenn du das nicht warst, melde dich an und ändere sofort dein Passwort:',
      after: '',
    },
  },
  games: {
    locale: 'de-DE',
    letters: {
      turns: {
        subject: 'Du bist dran auf Hokito',
        before: 'Diese Partien warten auf deinen Zug:',
        about: 'Gegen {{name}}',
      },
      last: {
        subject: 'Deine Zeit läuft bald ab',
        before: 'In dieser Partie bleibt dir nur noch wenig Zeit für deinen Zug:',
        about: 'Gegen {{name}}',
      },
      challenge: {
        subject: 'Du wurdest herausgefordert',
        before: 'Jemand möchte mit dir eine Fernpartie spielen:',
        about: 'Herausforderung von {{name}}',
      },
    },
    until: 'Zug bis {{date}}.',
    why: 'Du bekommst diese E-Mail, weil in deinem Hokito-Konto Nachrichten zu deinen Partien eingeschaltet sind.',
    settings: 'In den Einstellungen ändern:',
    off: 'Keine solchen E-Mails mehr bekommen:',
  },
}
