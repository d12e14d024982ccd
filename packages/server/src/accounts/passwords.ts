import { PASSWORD_LENGTH } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { hash, verify } from '@node-rs/argon2'

/** Why a password cannot be one. */
export type PasswordError = 'passwordTooShort' | 'passwordTooLong' | 'passwordTooEasy'

/** A password that may be used, or why not: too short, or among the first that anybody tries. */
export function checkPassword(password: string, name: string): Result<string, PasswordError> {
  const { length } = [...password.normalize('NFKC')]
  if (length < PASSWORD_LENGTH.shortest) return err('passwordTooShort')
  if (length > PASSWORD_LENGTH.longest) return err('passwordTooLong')
  return isEasy(lettersOf(password), lettersOf(name)) ? err('passwordTooEasy') : ok(password)
}

/**
 * Hashes passwords, off the thread that plays games: two at once, each of 19 MB and 50 ms or so. So many
 * more may wait; beyond that there is no answer but to come again.
 */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** How a password is stored; undefined where too many are being hashed. */
  hash(password: string): Promise<string | undefined> {
    return this.#inTurn(() => hash(password.normalize('NFKC'), COST))
  }

  /**
   * Is this the password of which there is a hash? Where there is none it takes as long to say no.
   * Undefined where too many are being hashed.
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
      // Whoever waits takes the place over.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}

// --- internal ---

/** As OWASP asks for at least; of Argon2id, which is the library's own choice. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const MOST_WAITING = 100

/** Of what nobody knows, made with the same cost. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$UNc2xQOqM8EQ6/YJRs38cQ$czLtxZ/8LhqbyJjvNqf1DeRo3AiAmKHPdT7u+mBlSro'

const FEWEST_CHARACTERS = 5

/** What people begin with when they need ten characters. */
const BEGINNINGS = (
  'password passwort passw0rd motdepasse contraseña contrasena parola senha wachtwoord hasło haslo parool ' +
  'qwerty qwertz azerty asdfgh 12345 123123 11111 abcdef abc123 letmein iloveyou welcome willkommen hokito'
).split(' ')

function isEasy(password: string, name: string): boolean {
  if (new Set(password).size < FEWEST_CHARACTERS) return true
  const begun = [...BEGINNINGS, ...(name === '' ? [] : [name])].find((begin) =>
    password.startsWith(begin),
  )
  // What is put behind it, such as a year, is tried as well.
  return begun !== undefined && password.length - begun.length < FEWEST_CHARACTERS
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s/g, '')
}
