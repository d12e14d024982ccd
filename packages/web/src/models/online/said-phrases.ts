import type { GameId, Phrase } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import { signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import type { FollowedGame } from './followed-game.ts'

/** A phrase that a player has said after `ply` half-moves; `n` counts them. */
export interface SaidPhrase {
  readonly color: Color
  readonly phrase: Phrase
  readonly ply: number
  readonly n: number
}

/** What is said in a game: the latest phrases of both sides, unless they are muted. */
export function createSaidPhrases(
  id: GameId,
  connection: Connection,
  { game, own }: Pick<FollowedGame, 'game' | 'own'>,
) {
  const said = signal<readonly SaidPhrase[]>([])
  const isMuted = signal(false)

  function hear(color: Color, phrase: Phrase): void {
    const last = said.peek().at(-1)?.n ?? 0
    const ply = game.peek()?.moves.length ?? 0
    said.value = [...said.peek(), { color, phrase, ply, n: last + 1 }].slice(-MOST_PHRASES)
  }

  const stop = connection.on('said', ({ game: about, color, phrase }) => {
    if (about === id && !isMuted.peek()) hear(color, phrase)
  })

  return {
    said,
    isMuted,
    say: async (phrase: Phrase): Promise<void> => {
      const reply = await connection.send({ type: 'say', game: id, phrase })
      const color = own.peek()
      // The others are told by the server; we know.
      if (reply?.ok === true && color !== undefined) hear(color, phrase)
    },
    stop,
  }
}

// --- internal ---

/** Older phrases have been read. */
const MOST_PHRASES = 3
