import { type Move, missOf, ownerOf, type Position, parseMove, tryPlay } from '@hokito/rules'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { describeMiss } from '../../words/board-texts.ts'

interface MoveFieldProps {
  readonly position: Position
  readonly isMovable: boolean
  readonly onMove: (move: Move) => void
}

/**
 * A field for typing moves, as an alternative to the board: `c2d4`, `c2 d4`, `C2-D4`. In small
 * windows, in which moves are rarely typed, it is hidden behind a button.
 */
export function MoveField(props: MoveFieldProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus()
  }, [isOpen])
  return (
    <div ref={box} class={isOpen ? 'move-typing move-typing-open' : 'move-typing'}>
      <button
        type="button"
        class="button button-quiet"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {t('game.moveField')}
      </button>
      <MoveForm {...props} />
    </div>
  )
}

// --- internal ---

function MoveForm({ position, isMovable, onMove }: MoveFieldProps) {
  const t = useTranslate()
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
