/** What letters are about: an address to confirm, a password to set anew, and what has been changed. */
export type LetterKind = 'confirm' | 'recover' | 'password' | 'changed' | 'removed'

/** Letters about games over days: all that wait, one whose time is nearly up, a challenge. */
export type GameLetterKind = 'turns' | 'last' | 'challenge'

/** The words of all letters in one language. */
export interface LetterWords {
  /** With `{{name}}`. */
  readonly greeting: string
  /** What stands before the link and behind it. */
  readonly letters: {
    readonly [K in LetterKind]: {
      readonly subject: string
      readonly before: string
      readonly after: string
    }
  }
  readonly games: {
    /** How dates are written. */
    readonly locale: string
    readonly letters: {
      readonly [K in GameLetterKind]: {
        readonly subject: string
        /** What stands before the games. */
        readonly before: string
        /** What stands before the link of each, with `{{name}}`. */
        readonly about: string
      }
    }
    /** With `{{date}}`. */
    readonly until: string
    /** Why the letter comes; then what stands before the link to the settings, and before the one that ends them. */
    readonly why: string
    readonly settings: string
    readonly off: string
  }
}
