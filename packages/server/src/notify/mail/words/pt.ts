import type { LetterWords } from './words.ts'

export const pt: LetterWords = {
  greeting: 'Olá, {{name}}:',
  letters: {
    confirm: {
      subject: 'Confirme o seu endereço de e-mail',
      before:
        'Para usar este endereço com a sua conta Hokito, abra esta ligação nas próximas 24 horas:',
      after: 'Se não pediu isto, ignore esta mensagem.',
    },
    recover: {
      subject: 'Escolha uma nova palavra-passe',
      before:
        'Para escolher uma nova palavra-passe para a sua conta Hokito, abra esta ligação na próxima hora. Só funciona uma vez:',
      after: 'Se não pediu isto, ignore esta mensagem. A sua palavra-passe fica como está.',
    },
    password: {
      subject: 'A sua palavra-passe foi alterada',
      before:
        'A palavra-passe da sua conta Hokito acaba de ser alterada e a sessão foi terminada em todos os outros dispositivos. Se não fez esta alteração, escolha já uma nova palavra-passe:',
      after: '',
    },
    changed: {
      subject: 'O seu endereço de e-mail foi alterado',
      before:
        'A partir de agora, as mensagens sobre a sua conta Hokito vão para outro endereço. Se não fez esta alteração, entre na conta e altere já a palavra-passe:',
      after: '',
    },
    removed: {
      subject: 'O seu endereço de e-mail foi removido',
      before:
        'Este endereço já não pertence à sua conta Hokito. Se não fez esta alteração, entre na conta e altere já a palavra-passe:',
      after: '',
    },
  },
  games: {
    locale: 'pt-PT',
    letters: {
      turns: {
        subject: 'É a sua vez no Hokito',
        before: 'Estas partidas esperam pela sua jogada:',
        about: 'Contra {{name}}',
      },
      last: {
        subject: 'O seu tempo está a acabar',
        before: 'Resta-lhe pouco tempo para jogar nesta partida:',
        about: 'Contra {{name}}',
      },
      challenge: {
        subject: 'Recebeu um desafio',
        before: 'Alguém quer jogar consigo uma partida por correspondência:',
        about: '{{name}} lançou-lhe um desafio',
      },
    },
    until: 'Prazo para jogar: {{date}}.',
    why: 'Recebe este e-mail porque as mensagens sobre as suas partidas estão ativadas na sua conta Hokito.',
    settings: 'Para alterar isto nas definições:',
    off: 'Para não receber mais estes e-mails:',
  },
}
