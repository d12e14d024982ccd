import { PASSWORD_LENGTH } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { hash, verify } from '@node-rs/argon2'

/** Why a password is refused. */
export type PasswordError = 'passwordTooShort' | 'passwordTooLong' | 'passwordTooEasy'

/** Checks a password: too short, too long, or among the first that attackers try. */
export function checkPassword(password: string, name: string): Result<string, PasswordError> {
  const { length } = [...password.normalize('NFKC')]
  if (length < PASSWORD_LENGTH.shortest) return err('passwordTooShort')
  if (length > PASSWORD_LENGTH.longest) return err('passwordTooLong')
  return isEasy(lettersOf(password), lettersOf(name)) ? err('passwordTooEasy') : ok(password)
}

/**
 * Hashes passwords outside the thread that plays games. Two run in parallel, each with 19 MB and
 * about 50 ms. A limited number may wait; more are refused.
 */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** The hash of a password; undefined if too many are waiting. */
  hash(password: string): Promise<string | undefined> {
    return this.#inTurn(() => hash(password.normalize('NFKC'), COST))
  }

  /**
   * Does this password match a hash? Without a hash the reply is false and takes as long. Undefined
   * if too many are waiting.
   */
  verify(stored: string | undefined, password: string): Promise<boolean | undefined> {
    return this.#inTurn(async () => {
      const isRight = await verify(stored ?? NOBODYS, password.normalize('NFKC'))
      return isRight && stored !== undefined
    })
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T | undefined> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) return undefined
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await task()
    } finally {
      // The next waiting task takes over the place.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}

/** The refusal while too many passwords are being hashed. */
export const BUSY = { code: 'tooMany', retryAfterMs: 3000 } as const

// --- internal ---

/** OWASP's minimum for Argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const MOST_WAITING = 100

/** The hash of an unknown password, made at the same cost. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$UNc2xQOqM8EQ6/YJRs38cQ$czLtxZ/8LhqbyJjvNqf1DeRo3AiAmKHPdT7u+mBlSro'

const FEWEST_CHARACTERS = 5

/** Common beginnings of passwords of ten characters. */
const BEGINNINGS = (
  'password passwort passw0rd motdepasse contraseña contrasena parola senha wachtwoord hasło haslo parool ' +
  'qwerty qwertz azerty asdfgh 12345 123123 11111 abcdef abc123 letmein iloveyou welcome willkommen hokito'
).split(' ')

function isEasy(password: string, name: string): boolean {
  if (new Set(password).size < FEWEST_CHARACTERS) return true
  const begun = [...BEGINNINGS, ...(name === '' ? [] : [name])].find((begin) =>
    password.startsWith(begin),
  )
  // Attackers also try additions, such as a year.
  return begun !== undefined && password.length - begun.length < FEWEST_CHARACTERS
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s/g, '')
}
