import type { LetterWords } from './words.ts'

export const fr: LetterWords = {
  greeting: 'Bonjour {{name}},',
  letters: {
    confirm: {
      subject: 'Confirmez votre adresse e-mail',
      before:
        'Pour utiliser cette adresse avec votre compte Hokito, ouvrez ce lien dans les 24 heures\u00a0:',
      after: 'Si vous n’avez rien demandé, ignorez ce message.',
    },
    recover: {
      subject: 'Choisissez un nouveau mot de passe',
      before:
        'Pour choisir un nouveau mot de passe pour votre compte Hokito, ouvrez ce lien dans l’heure. Il ne sert qu’une fois\u00a0:',
      after: 'Si vous n’avez rien demandé, ignorez ce message. Votre mot de passe ne change pas.',
    },
    password: {
      subject: 'Votre mot de passe a été modifié',
      before:
        'Le mot de passe de votre compte Hokito vient d’être modifié, et tous vos autres appareils ont été déconnectés. Si cela ne vient pas de vous, choisissez tout de suite un nouveau mot de passe\u00a0:',
      after: '',
    },
    changed: {
      subject: 'Votre adresse e-mail a été modifiée',
      before:
        'Les messages concernant votre compte Hokito sont désormais envoyés à une autre adresse. Si cela ne vient pas de vous, connectez-vous et changez tout de suite votre mot de passe\u00a0:',
      after: '',
    },
    removed: {
      subject: 'Votre adresse e-mail a été supprimée',
      before:
        'Cette adresse n’est plus liée à votre compte Hokito. Si cela ne vient pas de vous, connectez-vous et changez tout de suite votre mot de passe\u00a0:',
      after: '',
    },
  },
  games: {
    locale: 'fr-FR',
    letters: {
      turns: {
        subject: 'À vous de jouer sur Hokito',
        before: 'Ces parties attendent votre coup\u00a0:',
        about: 'Contre {{name}}',
      },
      last: {
        subject: 'Votre temps est presque écoulé',
        before: 'Il vous reste peu de temps pour jouer dans cette partie\u00a0:',
        about: 'Contre {{name}}',
      },
      challenge: {
        subject: 'On vous défie',
        before: 'Quelqu’un vous propose une partie par correspondance\u00a0:',
        about: '{{name}} vous défie',
      },
    },
    until: 'Coup à jouer avant le {{date}}.',
    why: 'Vous recevez cet e-mail parce que les messages sur vos parties sont activés dans votre compte Hokito.',
    settings: 'Pour changer ce réglage\u00a0:',
    off: 'Pour ne plus recevoir ces e-mails\u00a0:',
  },
}
