import { type GameView, optionsOf } from '@hokito/protocol'
import { type Move, type Position, parseDeal, replay, tryPlay } from '@hokito/rules'

/**
 * The positions of a game from the deal on, up to a move of ours that the server has not
 * acknowledged yet; none while the game is being dealt.
 * @throws Error when the server's game cannot be played: a bug of the server or of this page
 */
export function positionsOf(
  game: GameView | undefined,
  moves: readonly Move[],
): readonly Position[] {
  const deal = parseDeal(game?.deal ?? '')
  if (game === undefined || !deal.ok) return []
  const beginning = { kind: 'deal', deal: deal.value } as const
  const stored = replay({ beginning, ...optionsOf(game.terms), moves: game.moves })
  if (!stored.ok) throw new Error(`the server's game ${game.id} does not replay`)
  const last = stored.value.at(-1)
  const sent = moves[game.moves.length]
  const played = last && sent && tryPlay(last, sent)
  return played?.ok ? [...stored.value, played.value] : stored.value
}
