import type { LetterWords } from './words.ts'

export const nl: LetterWords = {
  greeting: 'Hallo {{name}},',
  letters: {
    confirm: {
      subject: 'Bevestig je e-mailadres',
      before: 'Open deze link binnen 24 uur om dit adres voor je Hokito-account te gebruiken:',
      after: 'Heb je hier niet om gevraagd? Dan hoef je niets te doen.',
    },
    recover: {
      subject: 'Stel een nieuw wachtwoord in',
      before:
        'Open deze link binnen een uur om een nieuw wachtwoord voor je Hokito-account in te stellen. Hij werkt één keer:',
      after:
        'Heb je hier niet om gevraagd? Dan hoef je niets te doen. Je wachtwoord blijft zoals het is.',
    },
    password: {
      subject: 'Je wachtwoord is gewijzigd',
      before:
        'Het wachtwoord van je Hokito-account is zojuist gewijzigd en je bent op alle andere apparaten uitgelogd. Was jij dat niet? Stel dan meteen een nieuw wachtwoord in:',
      after: '',
    },
    changed: {
      subject: 'Je e-mailadres is gewijzigd',
      before:
        'Berichten over je Hokito-account gaan voortaan naar een ander adres. Was jij dat niet? Log dan in en wijzig meteen je wachtwoord:',
      after: '',
    },
    removed: {
      subject: 'Je e-mailadres is verwijderd',
      before:
        'Dit adres hoort niet meer bij je Hokito-account. Was jij dat niet? Log dan in en wijzig meteen je wachtwoord:',
      after: '',
    },
  },
  games: {
    locale: 'nl-NL',
    letters: {
      turns: {
        subject: 'Je bent aan zet op Hokito',
        before: 'Deze partijen wachten op je zet:',
        about: 'Tegen {{name}}',
      },
      last: {
        subject: 'Je tijd is bijna om',
        before: 'In deze partij heb je nog maar weinig tijd voor je zet:',
        about: 'Tegen {{name}}',
      },
      challenge: {
        subject: 'Je bent uitgedaagd',
        before: 'Iemand wil een correspondentiepartij met je spelen:',
        about: 'Uitdaging van {{name}}',
      },
    },
    until: 'Doe je zet vóór {{date}}.',
    why: 'Je krijgt deze e-mail omdat in je Hokito-account berichten over je partijen aanstaan.',
    settings: 'Aanpassen kan in je instellingen:',
    off: 'Wil je deze e-mails niet meer? Open dan deze link:',
  },
}
