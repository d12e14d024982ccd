import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { Lane } from '../../ground/lane.ts'
import type { Sender } from '../../ground/mail-address.ts'
import type { Metrics } from '../../metrics.ts'
import type { Letter } from './letters.ts'

/** By which server letters are sent, and from whom. */
export interface MailOptions {
  /** `smtp:` or `smtps:`, with a name and password if the server wants them. */
  readonly url: string
  readonly from: Sender
  /** How long an answer of that server is waited for; absent, ten seconds. */
  readonly patienceMs?: number
  /** After how long a letter that was not taken is tried again; absent, half a minute. */
  readonly laterMs?: number
}

/** What sending letters needs. */
export interface MailerDependencies {
  readonly options: MailOptions
  readonly metrics: Metrics
  readonly logger: Logger
}

/** What became of a letter: taken, refused for good, or to be tried again. */
export type Delivery = 'sent' | 'failed' | 'later'

/**
 * Sends letters, and nothing waits for it: a thousand may wait at most, four are sent at once, and each is tried three
 * times. Logs say why one was not taken, and never to whom it was to go.
 */
export class Mailer {
  #transport: Promise<Transporter> | undefined
  readonly #options: MailOptions
  readonly #from: Sender
  readonly #metrics: Metrics
  readonly #logger: Logger
  readonly #lane: Lane
  readonly #laterMs: number
  #count = 0

  constructor({ options, metrics, logger }: MailerDependencies) {
    this.#options = options
    this.#laterMs = options.laterMs ?? LATER_MS
    this.#from = options.from
    this.#metrics = metrics
    this.#logger = logger
    this.#lane = new Lane(() => metrics.mails.inc({ outcome: 'dropped' }))
  }

  get countWaiting(): number {
    return this.#lane.countWaiting
  }

  /** Puts a letter on its way. */
  send(to: string, letter: Letter): void {
    const key = String(this.#count++)
    const run = async () =>
      (await this.deliver(to, letter)) === 'later' ? this.#laterMs : undefined
    this.#lane.add({ key, run })
  }

  /** Sends nothing more. */
  close(): void {
    this.#lane.close()
    this.#transport
      ?.then((transport) => transport.close())
      .catch(() => {
        // It could not be made, as each letter has said.
      })
  }

  /** Has the mail server take a letter now, once, and says what became of it. */
  async deliver(to: string, { subject, text, headers }: Letter): Promise<Delivery> {
    try {
      this.#transport ??= transportOf(this.#options)
      const transport = await this.#transport
      await transport.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        // No holiday notice should come back.
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      })
      this.#metrics.mails.inc({ outcome: 'sent' })
      return 'sent'
    } catch (error) {
      const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
      const isFinal = typeof responseCode === 'number' && responseCode >= 500
      const outcome = isFinal ? 'failed' : 'later'
      this.#metrics.mails.inc({ outcome })
      // The message of the error may name the address.
      this.#logger.warn({ code, responseCode }, 'a letter was not taken')
      return outcome
    }
  }
}

// --- internal ---

const PATIENCE_MS = 10_000
const LATER_MS = 30_000

async function transportOf({ url, patienceMs = PATIENCE_MS }: MailOptions): Promise<Transporter> {
  // Loaded where it is used: most servers send no letters.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    requireTLS: needsTls(new URL(url)),
    // What is sent is text that we have made; nothing in it is looked up.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A password crosses the network only where nobody can read it. */
function needsTls({ protocol, password, hostname }: URL): boolean {
  return protocol === 'smtp:' && password !== '' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
