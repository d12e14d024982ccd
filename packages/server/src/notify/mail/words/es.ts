import type { LetterWords } from './words.ts'

export const es: LetterWords = {
  greeting: 'Hola, {{name}}:',
  letters: {
    confirm: {
      subject: 'Confirma tu dirección de correo',
      before:
        'Para usar esta dirección con tu cuenta de Hokito, abre este enlace en las próximas 24 horas:',
      after: 'Si no lo has pedido tú, no hace falta que hagas nada.',
    },
    recover: {
      subject: 'Elige una contraseña nueva',
      before:
        'Para elegir una contraseña nueva para tu cuenta de Hokito, abre este enlace en la próxima hora. Solo sirve una vez:',
      after:
        'Si no lo has pedido tú, no hace falta que hagas nada. Tu contraseña sigue siendo la misma.',
    },
    password: {
      subject: 'Tu contraseña ha cambiado',
      before:
        'La contraseña de tu cuenta de Hokito acaba de cambiar y se ha cerrado la sesión en todos los demás dispositivos. Si no has sido tú, elige enseguida una contraseña nueva:',
      after: '',
    },
    changed: {
      subject: 'Tu dirección de correo ha cambiado',
      before:
        'A partir de ahora, los mensajes sobre tu cuenta de Hokito van a otra dirección. Si no has sido tú, entra y cambia enseguida la contraseña:',
      after: '',
    },
    removed: {
      subject: 'Tu dirección de correo se ha eliminado',
      before:
        'Esta dirección ya no pertenece a tu cuenta de Hokito. Si no has sido tú, entra y cambia enseguida la contraseña:',
      after: '',
    },
  },
  games: {
    locale: 'es-ES',
    letters: {
      turns: {
        subject: 'Te toca en Hokito',
        before: 'Estas partidas esperan tu jugada:',
        about: 'Contra {{name}}',
      },
      last: {
        subject: 'Se te acaba el tiempo',
        before: 'Te queda poco tiempo para jugar en esta partida:',
        about: 'Contra {{name}}',
      },
      challenge: {
        subject: 'Te han lanzado un reto',
        before: 'Alguien quiere jugar contigo una partida por correspondencia:',
        about: '{{name}} te lanza un reto',
      },
    },
    until: 'Plazo para jugar: {{date}}.',
    why: 'Recibes este correo porque en tu cuenta de Hokito están activados los mensajes sobre tus partidas.',
    settings: 'Para cambiarlo en los ajustes:',
    off: 'Para no recibir más estos correos:',
  },
}
