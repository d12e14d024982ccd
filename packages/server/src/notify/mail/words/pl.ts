import type { LetterWords } from './words.ts'

export const pl: LetterWords = {
  greeting: 'Cześć, {{name}}!',
  letters: {
    confirm: {
      subject: 'Potwierdź swój adres e-mail',
      before: 'Aby używać tego adresu z kontem Hokito, otwórz ten link w ciągu 24 godzin:',
      after: 'Jeśli to nie twoja prośba, zignoruj tę wiadomość.',
    },
    recover: {
      subject: 'Ustaw nowe hasło',
      before:
        'Aby ustawić nowe hasło do konta Hokito, otwórz ten link w ciągu godziny. Zadziała tylko raz:',
      after: 'Jeśli to nie twoja prośba, zignoruj tę wiadomość. Hasło pozostanie bez zmian.',
    },
    password: {
      subject: 'Twoje hasło zostało zmienione',
      before:
        'Hasło do twojego konta Hokito zostało właśnie zmienione, a wszystkie inne urządzenia są wylogowane. Jeśli to nie twoja zmiana, od razu ustaw nowe hasło:',
      after: '',
    },
    changed: {
      subject: 'Twój adres e-mail został zmieniony',
      before:
        'Odtąd wiadomości o twoim koncie Hokito będą przychodzić na inny adres. Jeśli to nie twoja zmiana, zaloguj się i od razu zmień hasło:',
      after: '',
    },
    removed: {
      subject: 'Twój adres e-mail został usunięty',
      before:
        'Ten adres nie jest już powiązany z twoim kontem Hokito. Jeśli to nie twoja zmiana, zaloguj się i od razu zmień hasło:',
      after: '',
    },
  },
  games: {
    locale: 'pl-PL',
    letters: {
      turns: {
        subject: 'Twoja kolej w Hokito',
        before: 'Te partie czekają na twój ruch:',
        about: 'Przeciwnik: {{name}}',
      },
      last: {
        subject: 'Kończy się twój czas',
        before: 'W tej partii zostało ci mało czasu na ruch:',
        about: 'Przeciwnik: {{name}}',
      },
      challenge: {
        subject: 'Masz nowe wyzwanie',
        before: 'Ktoś chce zagrać z tobą partię korespondencyjną:',
        about: '{{name}} rzuca ci wyzwanie',
      },
    },
    until: 'Czas na ruch do: {{date}}.',
    why: 'Dostajesz ten e-mail, bo na twoim koncie Hokito włączone są wiadomości o partiach.',
    settings: 'Aby zmienić to w ustawieniach:',
    off: 'Aby nie dostawać więcej takich e-maili:',
  },
}
