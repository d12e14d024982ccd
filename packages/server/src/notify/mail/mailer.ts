import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { Lane } from '../../ground/lane.ts'
import type { Sender } from '../../ground/mail-address.ts'
import type { Metrics } from '../../metrics.ts'
import type { Letter } from './letters.ts'

/** The mail server, and the sender. */
export interface MailOptions {
  /** `smtp:` or `smtps:`, with a name and password if the server wants them. */
  readonly url: string
  readonly from: Sender
  /** The timeout of that server in milliseconds; ten seconds if absent. */
  readonly patienceMs?: number
  /** The delay before a retry in milliseconds; half a minute if absent. */
  readonly laterMs?: number
}

export interface MailerDependencies {
  readonly options: MailOptions
  readonly metrics: Metrics
  readonly logger: Logger
}

/** The outcome of an e-mail: accepted, refused for good, or to be retried. */
export type Delivery = 'sent' | 'failed' | 'later'

/**
 * Sends e-mails in the background: at most a thousand wait, four are sent at the same time, and
 * each is tried three times. Logs say why an e-mail failed, and never name its recipient.
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

  /** Queues an e-mail. */
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
        // The connection could not be made, as each e-mail has reported.
      })
  }

  /** Offers an e-mail to the mail server once, now, and returns the outcome. */
  async deliver(to: string, { subject, text, headers }: Letter): Promise<Delivery> {
    try {
      this.#transport ??= transportOf(this.#options)
      const transport = await this.#transport
      await transport.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        // Prevents automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      })
      this.#metrics.mails.inc({ outcome: 'sent' })
      return 'sent'
    } catch (error) {
      const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
      const isFinal = typeof responseCode === 'number' && responseCode >= 500
      const outcome = isFinal ? 'failed' : 'later'
      this.#metrics.mails.inc({ outcome })
      // The error's message may contain the address.
      this.#logger.warn({ code, responseCode }, 'the mail server did not take an e-mail')
      return outcome
    }
  }
}

// --- internal ---

const PATIENCE_MS = 10_000
const LATER_MS = 30_000

async function transportOf({ url, patienceMs = PATIENCE_MS }: MailOptions): Promise<Transporter> {
  // Loaded on demand: most servers send no e-mails.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    requireTLS: needsTls(new URL(url)),
    // We send only text that we made ourselves, so files and URLs are never read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A password crosses the network only encrypted. */
function needsTls({ protocol, password, hostname }: URL): boolean {
  return protocol === 'smtp:' && password !== '' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}
