import { type Move, missOf, ownerOf, type Position, parseMove, tryPlay } from '@hokito/rules'
import { useId, useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { useKeys } from '../../ui/hooks.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { describeMiss } from '../../words/board-texts.ts'

interface MoveFieldProps {
  readonly position: Position
  readonly isMovable: boolean
  readonly onMove: (move: Move) => void
}

/**
 * A field for typing moves, as an alternative to the board: `c2d4`, `c2 d4`, `C2-D4`. It is always
 * there for Tab and for screen readers, but only seen while it has the focus or a text. The key `/`
 * leads to it, and so does a button in the legend of the board, for players without keys.
 */
export function MoveField({ position, isMovable, onMove }: MoveFieldProps) {
  const t = useTranslate()
  useKeys((event) => {
    if (event.key !== TYPING_KEY) return
    event.preventDefault()
    typingField()?.focus()
  })
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useSaying()
  const submit = (event: Event) => {
    event.preventDefault()
    const move = readMove(text)
    const why = isMovable ? errorOf(position, move) : NOT_YOUR_TURN
    setFault(why)
    if (why !== undefined || move === undefined) return
    setText('')
    onMove(move)
  }
  return (
    <form class="move-field" onSubmit={submit}>
      <label for={id} class="visually-hidden">
        {t('game.moveField')}
      </label>
      <input
        id={id}
        class="input"
        value={text}
        placeholder={t('game.moveField')}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={LONGEST_INPUT}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button button-small">
        {t('game.moveGo')}
      </button>
      <p id={`${id}-fault`} class="fault" role="alert">
        {fault}
      </p>
    </form>
  )
}

/** The key that leads to the field. */
export const TYPING_KEY = '/'

/** The page's field for typing moves, if there is one. */
export function typingField(): HTMLInputElement | null {
  return document.querySelector('main .move-field input')
}

// --- internal ---

const LONGEST_INPUT = 20
const EXAMPLE = 'c2 d4'
const NOT_YOUR_TURN: Saying = (t) => t('game.notYourTurn')

/** The two squares in a typed or dictated text, whatever stands between them. */
function readMove(text: string): Move | undefined {
  const squares = text.toLowerCase().match(/[a-f]\s*[1-6](?!\d)/g) ?? []
  if (squares.length !== 2) return undefined
  const move = parseMove(squares.join('').replaceAll(/\s/g, ''))
  return move.ok ? move.value : undefined
}

/** Why the text is not a legal move; undefined if it is. */
function errorOf(position: Position, move: Move | undefined): Saying | undefined {
  if (move === undefined) return (t) => t('game.moveUnreadable', { example: EXAMPLE })
  const played = tryPlay(position, move)
  if (played.ok) return undefined
  const moving = position.board[move.from]
  const miss = moving && ownerOf(moving) === position.turn ? missOf(position, move) : undefined
  return (t) =>
    miss === undefined ? t(`error.move.${played.error}`) : describeMiss(t, miss, move, position)
}
