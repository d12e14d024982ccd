import {
  type ClientMessage,
  type GameId,
  PHRASES,
  type Phrase,
  TALK_SHOWN,
  type Written,
} from '@hokito/protocol'
import { COLORS, type Color, type RandomBytes } from '@hokito/rules'
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import * as v from 'valibot'
import { unlessRefused } from '../device/unless-refused.ts'
import { createMuted } from '../people/muted.ts'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { FollowedGame } from './followed-game.ts'
import type { Answer } from './patience.ts'

/** A phrase that a player said after `ply` plies; `n` counts the phrases. */
export interface SaidPhrase {
  readonly color: Color
  readonly phrase: Phrase
  readonly ply: number
  readonly n: number
}

type SayMessage = Extract<ClientMessage, { type: 'say' }>
type WriteMessage = Extract<ClientMessage, { type: 'write' }>

/** The two ways to talk: phrases to choose from, and written messages. */
type Saying = 'said' | 'written'

type KeptStorage = () => Pick<Storage, 'getItem' | 'setItem'>

/** The dependencies of talking. */
interface Talking {
  readonly connection: Connection
  readonly randomBytes: RandomBytes
  /** Where mutings are stored, as long as the tab is open. */
  readonly storage: Parameters<typeof createMuted>[1]
  /** Where phrases are stored, even when the page is closed. */
  readonly lasting: KeptStorage
}

/**
 * The talk in a game: the latest phrases of both sides, unless they are muted, and the two players'
 * written messages if they may write to each other.
 */
export interface SaidPhrases {
  readonly said: ReadonlySignal<readonly SaidPhrase[]>
  /** Numbers of the phrases said a moment ago, on this page. */
  readonly fresh: ReadonlySignal<readonly number[]>
  readonly isMuted: Signal<boolean>
  /** What the opponent has said since the player last looked, by where it is shown. */
  readonly unread: Readonly<Record<Saying, Signal<boolean>>>
  /** Undefined while the two may not write to each other. */
  readonly written: ReadonlySignal<readonly Written[] | undefined>
  say(phrase: Phrase): Promise<Answer<SayMessage>>
  write(words: string): Promise<Answer<WriteMessage>>
  stop(): void
}

export function createSaidPhrases(
  id: GameId,
  { connection, randomBytes, storage, lasting }: Talking,
  { game, own }: Pick<FollowedGame, 'game' | 'own'>,
): SaidPhrases {
  const said = signal<readonly SaidPhrase[]>(readKept(lasting, id)?.said ?? [])
  const { isMuted, dispose } = createMuted(id, storage)
  const written = signal<readonly Written[] | undefined>(undefined)
  const unread = { said: signal(false), written: signal(false) }
  const { fresh, add, stop } = createFresh()

  function hear(color: Color, phrase: Phrase): void {
    const n = (said.peek().at(-1)?.n ?? 0) + 1
    const ply = game.peek()?.moves.length ?? 0
    said.value = [...said.peek(), { color, phrase, ply, n }].slice(-MOST_PHRASES)
    add(n)
    keep(id, { said: said.peek() }, lasting)
    if (color !== own.peek()) unread.said.value = true
  }

  const lastWritten = () => written.peek()?.findLast(({ color }) => color !== own.peek())?.n ?? 0

  /** Marks written messages as unread if the latest one of the opponent's is. */
  function receive(lines: readonly Written[] | undefined): void {
    written.value = lines
    if (!isMuted.peek() && lastWritten() > (readKept(lasting, id)?.read ?? 0)) {
      unread.written.value = true
    }
  }

  const stops = [
    dispose,
    stop,
    connection.on('talk', (talk) => {
      if (talk.game === id) receive(talk.isOn ? talk.written : undefined)
    }),
    connection.on('written', ({ game: about, ...line }) => {
      if (about === id) receive([...(written.peek() ?? []), line].slice(-TALK_SHOWN))
    }),
    unread.written.subscribe((isUnread) => {
      if (!isUnread && lastWritten() > 0) keep(id, { read: lastWritten() }, lasting)
    }),
    connection.on('said', ({ game: about, color, phrase }) => {
      if (about === id && !isMuted.peek()) hear(color, phrase)
    }),
  ]

  return {
    said,
    fresh,
    isMuted,
    unread,
    written,
    say: async (phrase) => {
      const reply = await connection.send({ type: 'say', game: id, phrase })
      const color = own.peek()
      // The server passes phrases only to the others; we know ours.
      if (reply?.ok === true && color !== undefined) hear(color, phrase)
      return reply
    },
    write: (words) =>
      connection.send({ type: 'write', id: newCommandId(randomBytes), game: id, words }),
    stop: () => {
      for (const each of stops) each()
    },
  }
}

// --- internal ---

/** Older phrases have been read. */
const MOST_PHRASES = 3

/** Long enough to be read by a player who looks up from the board. */
const FRESH_MS = 10_000

/** The number of games whose talk is stored: those in which something was said last. */
const MOST_GAMES = 20

const KEY = 'hokito:said'

interface Fresh {
  readonly fresh: ReadonlySignal<readonly number[]>
  add(n: number): void
  stop(): void
}

/** The numbers of phrases, each for as long as it is new. */
function createFresh(): Fresh {
  const fresh = signal<readonly number[]>([])
  const timers = new Set<ReturnType<typeof setTimeout>>()
  return {
    fresh,
    add: (n) => {
      fresh.value = [...fresh.peek(), n].slice(-MOST_PHRASES)
      const timer = setTimeout(() => {
        timers.delete(timer)
        fresh.value = fresh.peek().filter((each) => each !== n)
      }, FRESH_MS)
      timers.add(timer)
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/**
 * What is stored of a game for a page that is opened again: the phrases, because the server only
 * passes them on, and the number of the last written message that was read.
 */
function readKept(storage: KeptStorage, game: GameId): KeptTalk | undefined {
  return readAll(storage).find((each) => each.game === game)
}

function keep(
  game: GameId,
  news: { readonly said?: readonly SaidPhrase[]; readonly read?: number },
  storage: KeptStorage,
): void {
  const others = readAll(storage).filter((each) => each.game !== game)
  const kept = { said: [], ...readKept(storage, game), ...news, game }
  // If nothing can be stored, it lasts as long as the page.
  unlessRefused(() => storage().setItem(KEY, JSON.stringify([...others, kept].slice(-MOST_GAMES))))
}

function readAll(storage: KeptStorage): readonly KeptTalk[] {
  try {
    return v.parse(keptSchema, JSON.parse(storage().getItem(KEY) ?? '[]'))
  } catch {
    // Damaged, or storage is forbidden: this page then knows of no phrases.
    return []
  }
}

const saidSchema = v.object({
  color: v.picklist(COLORS),
  phrase: v.picklist(PHRASES),
  ply: v.number(),
  n: v.number(),
})

const talkSchema = v.object({
  game: v.string(),
  said: v.pipe(v.array(saidSchema), v.maxLength(MOST_PHRASES)),
  read: v.optional(v.number()),
})
type KeptTalk = Readonly<v.InferOutput<typeof talkSchema>>

const keptSchema = v.pipe(v.array(talkSchema), v.maxLength(MOST_GAMES))
