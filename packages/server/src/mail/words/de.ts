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
}
