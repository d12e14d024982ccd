import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './page.ts'

/** A letter as a mail server has taken it. */
export interface Taken {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: string
  /** The text as it is read. */
  readonly text: string
}

/** A real mail server on this machine. */
export interface MailServer {
  readonly url: string
  readonly taken: Taken[]
  /** What it answers a letter with, instead of taking it. */
  refuse(answer: { readonly code: number; readonly message: string } | undefined): void
  /** Waits until so many letters have come to an address, and gives the last. */
  lastTo(address: string, count?: number): Promise<Taken>
  close(): Promise<void>
}

/** Starts one that takes everything. */
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

/** A port on which nobody listens just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** What the link in a letter says behind its `#`. */
export function saidBy({ text }: Taken): { readonly base: string; readonly token: string } {
  const [, base = '', token = ''] = /(\S+)#\w+=([\w-]+)/.exec(text) ?? []
  return { base, token }
}

// --- internal ---

/** Letters have one part, in quoted-printable, base64 or as it is. */
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
