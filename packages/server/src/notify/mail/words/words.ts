/** The kinds of account e-mails: an address to confirm, a password to reset, and changes. */
export type LetterKind = 'confirm' | 'recover' | 'password' | 'changed' | 'removed'

/**
 * The kinds of e-mails about correspondence games: all that wait, one whose time is running out, a
 * challenge.
 */
export type GameLetterKind = 'turns' | 'last' | 'challenge'

/** The words of all e-mails in one language. */
export interface LetterWords {
  /** With `{{name}}`. */
  readonly greeting: string
  /** The text before and after the link. */
  readonly letters: {
    readonly [K in LetterKind]: {
      readonly subject: string
      readonly before: string
      readonly after: string
    }
  }
  readonly games: {
    /** The format of dates. */
    readonly locale: string
    readonly letters: {
      readonly [K in GameLetterKind]: {
        readonly subject: string
        /** The text before the games. */
        readonly before: string
        /** The text before each link, with `{{name}}`. */
        readonly about: string
      }
    }
    /** With `{{date}}`. */
    readonly until: string
    /**
     * Why the e-mail was sent, then the text before the link to the settings, and before the
     * unsubscribe link.
     */
    readonly why: string
    readonly settings: string
    readonly off: string
  }
}
