import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './page.ts'

/** An e-mail that a mail server has accepted. */
export interface Taken {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  /** The decoded text. */
  readonly text: string
}

/** A real mail server on this machine. */
export interface MailServer {
  readonly url: string
  readonly taken: Taken[]
  /** Sets the answer with which it refuses e-mails; undefined to accept them. */
  refuse(answer: { readonly code: number; readonly message: string } | undefined): void
  /** Waits until an address has this many e-mails, and returns the last. */
  lastTo(address: string, count?: number): Promise<Taken>
  close(): Promise<void>
}

/** Starts one that accepts everything. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const taken: Taken[] = []
  let refusal: { readonly code: number; readonly message: string } | undefined
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: async (stream, session, done) => {
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part)
      if (refusal !== undefined) {
        return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
      }
      const { mailFrom, rcptTo } = session.envelope
      const from = mailFrom === false ? '' : mailFrom.address
      taken.push({ from, to: rcptTo.map(({ address }) => address), ...read(Buffer.concat(parts)) })
      done()
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: own } = server.server.address() as AddressInfo
  const to = (address: string) => taken.filter((letter) => letter.to.includes(address))
  return {
    url: `smtp://127.0.0.1:${own}`,
    taken,
    refuse: (answer) => {
      refusal = answer
    },
    lastTo: async (address, count = 1) => {
      await until(() => to(address).length >= count, `${count} letters have come to ${address}`)
      const last = to(address).at(-1)
      if (last === undefined) throw new Error('it was there')
      return last
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The site and the token of the link in an e-mail. */
export function saidBy({ text }: Taken): { readonly base: string; readonly token: string } {
  const [, base = '', token = ''] = /(\S+)#\w+=([\w-]+)/.exec(text) ?? []
  return { base, token }
}

// --- internal ---

/** E-mails have one part, in quoted-printable, base64 or unencoded. */
function read(message: Buffer): Pick<Taken, 'headers' | 'text'> {
  const [headers = '', ...rest] = message.toString().split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const [, coding = '7bit'] = /^content-transfer-encoding: (\S+)/im.exec(headers) ?? []
  const text =
    coding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : coding === 'quoted-printable'
        ? unquote(body)
        : body
  return { headers, text: text.replaceAll('\r\n', '\n') }
}

function unquote(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
