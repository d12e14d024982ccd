import type { LetterWords } from './words.ts'

export const it: LetterWords = {
  greeting: 'Ciao {{name}},',
  letters: {
    confirm: {
      subject: 'Conferma il tuo indirizzo e-mail',
      before:
        'Per usare questo indirizzo con il tuo account Hokito, apri questo link entro 24 ore:',
      after: 'Se non l’hai chiesto tu, ignora questo messaggio.',
    },
    recover: {
      subject: 'Imposta una nuova password',
      before:
        'Per impostare una nuova password per il tuo account Hokito, apri questo link entro un’ora. Funziona una volta sola:',
      after: 'Se non l’hai chiesto tu, ignora questo messaggio. La tua password resta com’è.',
    },
    password: {
      subject: 'La tua password è stata cambiata',
      before:
        'La password del tuo account Hokito è appena stata cambiata e la sessione è stata chiusa su tutti gli altri dispositivi. Se non l’hai fatto tu, imposta subito una nuova password:',
      after: '',
    },
    changed: {
      subject: 'Il tuo indirizzo e-mail è stato cambiato',
      before:
        'D’ora in poi i messaggi sul tuo account Hokito vanno a un altro indirizzo. Se non l’hai fatto tu, accedi e cambia subito la password:',
      after: '',
    },
    removed: {
      subject: 'Il tuo indirizzo e-mail è stato rimosso',
      before:
        'Questo indirizzo non è più legato al tuo account Hokito. Se non l’hai fatto tu, accedi e cambia subito la password:',
      after: '',
    },
  },
  games: {
    locale: 'it-IT',
    letters: {
      turns: {
        subject: 'Tocca a te su Hokito',
        before: 'Queste partite aspettano la tua mossa:',
        about: 'Contro {{name}}',
      },
      last: {
        subject: 'Il tuo tempo sta per finire',
        before: 'In questa partita ti resta poco tempo per muovere:',
        about: 'Contro {{name}}',
      },
      challenge: {
        subject: 'Hai ricevuto una sfida',
        before: 'Qualcuno vuole giocare con te una partita per corrispondenza:',
        about: '{{name}} ti sfida',
      },
    },
    until: 'Muovi entro: {{date}}.',
    why: 'Ricevi questa e-mail perché nel tuo account Hokito sono attivi i messaggi sulle tue partite.',
    settings: 'Per cambiare l’impostazione:',
    off: 'Per non ricevere più queste e-mail:',
  },
}
