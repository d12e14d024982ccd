/** What letters are about: an address to confirm, a password to set anew, and what has been changed. */
export type LetterKind = 'confirm' | 'recover' | 'password' | 'changed' | 'removed'

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
}
