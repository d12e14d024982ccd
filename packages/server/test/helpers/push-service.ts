import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import {
  type HttpRefusal,
  httpRefusalSchema,
  type PushMessage,
  pushMessageSchema,
  pushReplySchema,
} from '@hokito/protocol'
import type { Page } from './page.ts'
import { ask } from './stranger.ts'

/** A request to a push service. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A push service like those of browsers, on this machine, which answers as a test says. */
export interface PushService {
  readonly origin: string
  readonly received: Received[]
  /** Answers the next requests; by default with 201. */
  answer: (response: ServerResponse) => void
  /** A browser's subscription. */
  newDevice(): Device
  close(): Promise<void>
}

/** Starts one on a free port. */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      received.push({ path, headers, body: Buffer.concat(chunks) })
      service.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  const service: PushService = {
    origin,
    received,
    answer: (response) => response.writeHead(201).end(),
    newDevice: () => new Device(origin),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}

/** A browser's side of a subscription, which can read messages. */
export class Device {
  readonly path = `/push/${randomBytes(16).toString('base64url')}`
  readonly endpoint: string
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor(origin: string) {
    this.endpoint = origin + this.path
    this.#pair.generateKeys()
  }

  get subscription() {
    const { endpoint } = this
    const p256dh = this.#pair.getPublicKey('base64url')
    return { endpoint, keys: { p256dh, auth: this.#auth.toString('base64url') } }
  }

  /** All messages for this device, decrypted. */
  messagesIn({ received }: PushService): readonly PushMessage[] {
    return received
      .filter(({ path }) => path === this.path)
      .map(({ body }) => pushMessageSchema.parse(JSON.parse(this.decrypt(body))))
  }

  /** Decrypts a message by RFC 8291 and RFC 8188, with Node's own functions. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender])
    const input = hkdf(this.#pair.computeSecret(sender), this.#auth, info, 32)
    const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    const end = opened.lastIndexOf(2)
    if (opened.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
    return opened.subarray(0, end).toString()
  }
}

/** The claims of a message's sender, if the signature matches the key it names (RFC 8292). */
export function senderOf({ headers }: Received): {
  readonly key: string
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
} {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGood) throw new Error('the signature is wrong')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}

/** Posts to a route about notifications as a page of the site does. */
export async function postPush(
  { url, cookie }: Pick<Page, 'url' | 'cookie'>,
  path: 'subscribe' | 'unsubscribe',
  body: unknown,
  headers: Record<string, string> = { origin: url },
): Promise<{ readonly status: number; readonly refusal: HttpRefusal | undefined }> {
  const answer = await ask(
    `${url}/api/push/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }), ...headers },
    },
    JSON.stringify(body),
  )
  const refusal = httpRefusalSchema.safeParse(JSON.parse(answer.body)).data
  return { status: answer.status, refusal }
}

/** A new subscribed device of a page's player. */
export async function notifyOn(
  page: Pick<Page, 'url' | 'cookie'>,
  service: PushService,
  language = 'en',
): Promise<Device> {
  const device = service.newDevice()
  const { status } = await postPush(page, 'subscribe', { ...device.subscription, language })
  if (status !== 200) throw new Error(`not subscribed: ${status}`)
  return device
}

/** The key with which browsers subscribe to a site. */
export async function pushKeyOf(url: string): Promise<string | undefined> {
  const { body } = await ask(`${url}/api/push`)
  return pushReplySchema.parse(JSON.parse(body)).key
}

// --- internal ---

function hkdf(input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes))
}
