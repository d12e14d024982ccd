import type { LetterWords } from './words.ts'

export const en: LetterWords = {
  greeting: 'Hello {{name}},',
  letters: {
    confirm: {
      subject: 'Confirm your e-mail address',
      before: 'To use this address for your Hokito account, open this link within 24 hours:',
      after: 'If you did not ask for this, you can ignore this message.',
    },
    recover: {
      subject: 'Set a new password',
      before:
        'To set a new password for your Hokito account, open this link within an hour. It works once:',
      after: 'If you did not ask for this, ignore this message. Your password stays as it is.',
    },
    password: {
      subject: 'Your password has been changed',
      before:
        'The password of your Hokito account has just been changed, and you have been signed out on all other devices. If that was not you, set a new password straight away:',
      after: '',
    },
    changed: {
      subject: 'Your e-mail address has been changed',
      before:
        'From now on, messages about your Hokito account go to another address. If that was not you, sign in and change your password straight away:',
      after: '',
    },
    removed: {
      subject: 'Your e-mail address has been removed',
      before:
        'This address no longer belongs to your Hokito account. If that was not you, sign in and change your password straight away:',
      after: '',
    },
  },
  games: {
    locale: 'en-GB',
    letters: {
      turns: {
        subject: 'It is your turn on Hokito',
        before: 'These games are waiting for your move:',
        about: 'Against {{name}}',
      },
      last: {
        subject: 'Your time is running out',
        before: 'You have little time left for your move in this game:',
        about: 'Against {{name}}',
      },
      challenge: {
        subject: 'You have been challenged',
        before: 'Someone would like to play a correspondence game with you:',
        about: '{{name}} challenges you',
      },
    },
    until: 'Move by {{date}}.',
    why: 'You get this e-mail because messages about your games are switched on in your Hokito account.',
    settings: 'To change that in your settings:',
    off: 'To stop these e-mails:',
  },
}
