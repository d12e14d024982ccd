import {
  advance,
  type ClientMessage,
  type CommandId,
  type CommandReply,
  clientMessageSchema,
  commandIdSchema,
  type GameCommand,
  type GameId,
  type GameView,
  MESSAGE_EVENT,
  type MessageType,
  optionsOf,
  type PlayerCard,
  type Presence,
  parseReply,
  type Reply,
  SERVER_MESSAGES,
  type ServerMessages,
  SOCKET_PATH,
  sessionReplySchema,
  type Terms,
  type Update,
} from '@hokito/protocol'
import { type Move, type Position, parseDeal, replay } from '@hokito/rules'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { playerId } from './ids.ts'

/** Terms of a game that begins straight away: a deal by its number. */
export const GIVEN_TERMS: Terms = {
  setup: { kind: 'given', deal: '77.1234567' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  allowsTakebacks: true,
  games: 1,
}

type Told = {
  [K in keyof ServerMessages]: { event: K; message: ServerMessages[K] }
}[keyof ServerMessages]
type SocketSettings = Partial<ManagerOptions & SocketOptions>
type CommandType = GameCommand['type']

let ids = 0
/** An id that no other command of this run has. */
export function commandId(): CommandId {
  return commandIdSchema.parse(`test-${process.pid}-${++ids}`)
}

/** How long a reply may take on a machine that is busy with other things. */
const REPLY_MS = 20_000

/**
 * A page like the site's, without a screen: it has a cookie and a socket, checks all messages
 * against the protocol, and follows games.
 */
export class Page {
  /** How long a reply may take, in milliseconds. */
  replyMs = REPLY_MS
  /** Where it connects. */
  url: string
  cookie = ''
  player: PlayerCard = { id: playerId('nobody'), name: '' }
  readonly told: Told[] = []
  /** Every game event that this page has received, in replies and as events. */
  readonly heard: Update[] = []
  readonly games = new Map<GameId, GameView>()
  readonly presence = new Map<GameId, Presence>()
  #socket: Socket | undefined

  constructor(url: string) {
    this.url = url
  }

  /** A new guest, connected. */
  static async open(url: string, settings: SocketSettings = {}): Promise<Page> {
    const page = new Page(url)
    await page.signIn()
    await page.connect(settings)
    return page
  }

  async signIn(): Promise<void> {
    const headers = this.cookie === '' ? {} : { cookie: this.cookie }
    const response = await fetch(`${this.url}/api/session`, { method: 'POST', headers })
    if (!response.ok) throw new Error(`no session: ${response.status} ${await response.text()}`)
    const [cookie] = response.headers.getSetCookie()
    if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? ''
    this.player = sessionReplySchema.parse(await response.json()).player
  }

  /** Connects, and resolves after the server's welcome. */
  async connect(settings: SocketSettings = {}): Promise<void> {
    const socket = io(this.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      // Hundreds of pages may connect at the same moment on a busy machine.
      timeout: 120_000,
      extraHeaders: { cookie: this.cookie },
      ...settings,
    })
    this.#socket = socket
    socket.on('lag', (acknowledge: () => void) => acknowledge())
    for (const [event, schema] of Object.entries(SERVER_MESSAGES)) {
      socket.on(event, (message: unknown) => {
        this.#hear({ event, message: schema.parse(message) } as Told)
      })
    }
    await new Promise<void>((resolve, reject) => {
      socket.once('welcome', () => resolve())
      socket.once('connect_error', reject)
    })
  }

  get socket(): Socket {
    if (this.#socket === undefined) throw new Error('not connected')
    return this.#socket
  }

  close(): void {
    this.#socket?.disconnect()
  }

  /**
   * Sends any data, valid or not; fails if the answer is not a valid reply to a message of that
   * type.
   */
  async sendRaw(message: unknown, timeoutMs = 30_000): Promise<Reply> {
    const answer = await this.socket.timeout(timeoutMs).emitWithAck(MESSAGE_EVENT, message)
    return read(typeOf(message), answer)
  }

  async send<M extends ClientMessage>(message: M): Promise<Reply<M['type']>> {
    const type: M['type'] = message.type
    return new Promise((resolve, reject) => {
      this.socket
        .timeout(this.replyMs)
        .emit(MESSAGE_EVENT, message, (error: unknown, answer: unknown) => {
          if (error !== null) return reject(error)
          try {
            const reply = read(type, answer)
            // Synchronously: here, unlike in browsers, the next packet is handled before a promise
            // continues.
            this.#take(reply)
            resolve(reply)
          } catch (unread) {
            reject(unread)
          }
        })
    })
  }

  /** A command to a game at the ply that this page sees. */
  command(game: GameId, type: CommandType, rest: object = {}): Promise<CommandReply> {
    const ply = this.view(game).moves.length
    return this.send({ type, game, ply, id: commandId(), ...rest } as GameCommand)
  }

  move(game: GameId, { from, to }: Move): Promise<CommandReply> {
    return this.command(game, 'move', { from, to })
  }

  async openGame(game: GameId): Promise<GameView> {
    const reply = await this.send({ type: 'openGame', game })
    if (!reply.ok) throw new Error(JSON.stringify(reply))
    this.presence.set(game, reply.presence)
    return this.view(game)
  }

  view(game: GameId): GameView {
    const view = this.games.get(game)
    if (view === undefined) throw new Error(`${game} is not open`)
    return view
  }

  position(game: GameId): Position {
    return positionOf(this.view(game))
  }

  /** The latest message of a kind, now or as soon as there is one. */
  async hear<K extends keyof ServerMessages>(
    event: K,
    isIt: (message: ServerMessages[K]) => boolean = () => true,
  ): Promise<ServerMessages[K]> {
    const find = () =>
      this.told.findLast((told) => told.event === event && isIt(told.message as ServerMessages[K]))
    await until(() => find() !== undefined, `${this.player.name} hears ${event}`)
    return find()?.message as ServerMessages[K]
  }

  /** Waits until the page sees a game in some state. */
  async sees(game: GameId, isIt: (view: GameView) => boolean): Promise<GameView> {
    await until(
      () => {
        const view = this.games.get(game)
        return view !== undefined && isIt(view)
      },
      () => `${this.player.name} sees it; sees ${JSON.stringify(this.games.get(game))}`,
    )
    return this.view(game)
  }

  #hear(told: Told): void {
    this.told.push(told)
    if (told.event === 'update') this.#apply(told.message)
    if (told.event === 'presence') this.presence.set(told.message.game, told.message)
  }

  #take(reply: Reply): void {
    if ('game' in reply && reply.game !== undefined) this.#see(reply.game)
    if ('updates' in reply) for (const update of reply.updates) this.#apply(update)
  }

  #see(view: GameView): void {
    const known = this.games.get(view.id)
    if (known === undefined || known.version <= view.version) this.games.set(view.id, view)
  }

  #apply(update: Update): void {
    this.heard.push(update)
    const { game, version, event } = update
    const view = this.games.get(game)
    if (view === undefined || version <= view.version) return
    if (version === view.version + 1) this.games.set(game, advance(view, event))
    else this.openGame(game).catch(() => undefined)
  }
}

/** The answer to a message of a type, checked against the protocol. */
function read<T extends MessageType>(type: T, answer: unknown): Reply<T> {
  const reply = parseReply(type, answer)
  if (reply === undefined) throw new Error(`no answer to ${type}: ${JSON.stringify(answer)}`)
  return reply
}

/** The type of a message; for a message without one, a type whose reply carries no data. */
function typeOf(message: unknown): MessageType {
  const parsed = clientMessageSchema.safeParse(message)
  return parsed.success ? parsed.data.type : 'say'
}

/** The position of a game after its moves. */
export function positionOf(view: GameView): Position {
  const deal = parseDeal(view.deal ?? '')
  if (!deal.ok) throw new Error('the game has no deal')
  const beginning = { kind: 'deal', deal: deal.value } as const
  const positions = replay({ beginning, ...optionsOf(view.terms), moves: view.moves })
  const last = positions.ok ? positions.value.at(-1) : undefined
  if (last === undefined) throw new Error('the game does not replay')
  return last
}

/** The game that quick pairing began; undefined if it is waiting or was refused. */
export function startedBy(reply: Reply<'quickPair'>): GameId | undefined {
  return 'started' in reply ? reply.started : undefined
}

/** Polls until the condition is true; fails with a sentence after a minute. */
export async function until(isTrue: () => boolean, what: string | (() => string)): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!isTrue()) {
    if (performance.now() > deadline) {
      throw new Error(`never: ${typeof what === 'string' ? what : what()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Two pages in a game with these terms; the first is Black. The second may be on another node. */
export async function pairUp(
  url: string,
  terms: Partial<Terms> = {},
  otherUrl = url,
): Promise<{ black: Page; white: Page; game: GameId }> {
  const [black, white] = await Promise.all([Page.open(url), Page.open(otherUrl)])
  return { black, white, game: await beginGame(black, white, terms) }
}

/** Begins a game between two connected pages with these terms, and opens it for both. */
export async function beginGame(
  black: Page,
  white: Page,
  terms: Partial<Terms> = {},
  isListed = false,
): Promise<GameId> {
  const offered = await black.send({
    type: 'challenge',
    id: commandId(),
    terms: { ...GIVEN_TERMS, ...terms },
    color: terms.isDivided ? 'random' : 'black',
    isListed,
  })
  if (!offered.ok) throw new Error(JSON.stringify(offered))
  const { id: challenge } = offered.challenge
  const taken = await white.send({ type: 'acceptChallenge', id: commandId(), challenge })
  if (!taken.ok) throw new Error(JSON.stringify(taken))
  const game = taken.started
  await Promise.all([black.openGame(game), white.openGame(game)])
  return game
}
/**
 * Waits until the clock shows another millisecond. What happens within one has no order that players
 * could see.
 */
export async function nextInstant(): Promise<void> {
  const now = Date.now()
  while (Date.now() <= now + 1) await new Promise((resolve) => setTimeout(resolve, 1))
}
