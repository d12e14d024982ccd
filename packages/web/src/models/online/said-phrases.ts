import { type GameId, PHRASES, type Phrase, TALK_SHOWN, type Written } from '@hokito/protocol'
import { COLORS, type Color, type RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import * as v from 'valibot'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { FollowedGame } from './followed-game.ts'
import { createMuted } from './muted.ts'

/** A phrase that a player has said after `ply` half-moves; `n` counts them. */
export interface SaidPhrase {
  readonly color: Color
  readonly phrase: Phrase
  readonly ply: number
  readonly n: number
}

type KeptStorage = () => Pick<Storage, 'getItem' | 'setItem'>

/** What talking goes over. */
interface Talking {
  readonly connection: Connection
  readonly randomBytes: RandomBytes
  /** Where it is kept who is muted, as long as the tab is open. */
  readonly storage: Parameters<typeof createMuted>[1]
  /** Where it is kept what was said, also when the page is closed. */
  readonly lasting: KeptStorage
}

/**
 * What is said in a game: the latest phrases of both sides, unless they are muted, and what the two write to each other
 * where they may.
 */
export function createSaidPhrases(
  id: GameId,
  { connection, randomBytes, storage, lasting }: Talking,
  { game, own }: Pick<FollowedGame, 'game' | 'own'>,
) {
  const said = signal(keptPhrases(id, lasting))
  const { isMuted, dispose } = createMuted(id, storage)
  /** Undefined while the two may not write to each other. */
  const written = signal<readonly Written[] | undefined>(undefined)

  /** Numbers of those that were said just now, on this page. */
  const fresh = signal<readonly number[]>([])
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function hear(color: Color, phrase: Phrase): void {
    const n = (said.peek().at(-1)?.n ?? 0) + 1
    const ply = game.peek()?.moves.length ?? 0
    said.value = [...said.peek(), { color, phrase, ply, n }].slice(-MOST_PHRASES)
    fresh.value = [...fresh.peek(), n].slice(-MOST_PHRASES)
    const timer = setTimeout(() => {
      timers.delete(timer)
      fresh.value = fresh.peek().filter((each) => each !== n)
    }, FRESH_MS)
    timers.add(timer)
    keepPhrases(id, said.peek(), lasting)
  }

  const stops = [
    dispose,
    () => {
      for (const timer of timers) clearTimeout(timer)
    },
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
    say: async (phrase: Phrase) => {
      const reply = await connection.send({ type: 'say', game: id, phrase })
      const color = own.peek()
      // The others are told by the server; we know.
      if (reply?.ok === true && color !== undefined) hear(color, phrase)
      return reply
    },
    write: (words: string) =>
      connection.send({ type: 'write', id: newCommandId(randomBytes), game: id, words }),
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

// --- internal ---

/** Older phrases have been read. */
const MOST_PHRASES = 3

/** Long enough to be read by whoever looks at the board. */
const FRESH_MS = 30_000

/** Games of which it is kept what was said, those in which something was said last. */
const MOST_GAMES = 20

const KEY = 'hokito:said'

/** A page that is opened again still knows what was said in its game: the server only passes it on. */
function keptPhrases(game: GameId, storage: KeptStorage): readonly SaidPhrase[] {
  return readKept(storage).find((each) => each.game === game)?.said ?? []
}

function keepPhrases(game: GameId, said: readonly SaidPhrase[], storage: KeptStorage): void {
  const others = readKept(storage).filter((each) => each.game !== game)
  try {
    storage().setItem(KEY, JSON.stringify([...others, { game, said }].slice(-MOST_GAMES)))
  } catch {
    // No room, or no storage: they last as long as the page.
  }
}

function readKept(storage: KeptStorage): v.InferOutput<typeof keptSchema> {
  try {
    return v.parse(keptSchema, JSON.parse(storage().getItem(KEY) ?? '[]'))
  } catch {
    // Damaged, or no storage is allowed: then nothing has been said, as far as this page knows.
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
