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
  const said = signal(keptPhrases(id, lasting))
  const { isMuted, dispose } = createMuted(id, storage)
  const written = signal<readonly Written[] | undefined>(undefined)
  const { fresh, add, stop } = createFresh()

  function hear(color: Color, phrase: Phrase): void {
    const n = (said.peek().at(-1)?.n ?? 0) + 1
    const ply = game.peek()?.moves.length ?? 0
    said.value = [...said.peek(), { color, phrase, ply, n }].slice(-MOST_PHRASES)
    add(n)
    keepPhrases(id, said.peek(), lasting)
  }

  const stops = [
    dispose,
    stop,
    connection.on('talk', (talk) => {
      if (talk.game === id) written.value = talk.isOn ? talk.written : undefined
    }),
    connection.on('written', ({ game: about, ...line }) => {
      if (about === id) written.value = [...(written.peek() ?? []), line].slice(-TALK_SHOWN)
    }),
    connection.on('said', ({ game: about, color, phrase }) => {
      if (about === id && !isMuted.peek()) hear(color, phrase)
    }),
  ]

  return {
    said,
    fresh,
    isMuted,
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

/** The number of games whose phrases are stored: those with the latest phrases. */
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
 * The phrases of a game, stored for a page that is opened again, because the server only passes
 * them on.
 */
function keptPhrases(game: GameId, storage: KeptStorage): readonly SaidPhrase[] {
  return readKept(storage).find((each) => each.game === game)?.said ?? []
}

function keepPhrases(game: GameId, said: readonly SaidPhrase[], storage: KeptStorage): void {
  const others = readKept(storage).filter((each) => each.game !== game)
  const games = [...others, { game, said }].slice(-MOST_GAMES)
  // If nothing can be stored, they last as long as the page.
  unlessRefused(() => storage().setItem(KEY, JSON.stringify(games)))
}

function readKept(storage: KeptStorage): v.InferOutput<typeof keptSchema> {
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

const keptSchema = v.pipe(
  v.array(
    v.object({
      game: v.string(),
      said: v.pipe(v.array(saidSchema), v.maxLength(MOST_PHRASES)),
    }),
  ),
  v.maxLength(MOST_GAMES),
)
