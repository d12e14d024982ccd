import { COLORS, type Color, type Piece, type Square, type Stack, single } from '@hokito/rules'
import { type BoardTexts, StackDrawing } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface InspectDialogProps {
  readonly square: Square
  readonly stack: Stack
  readonly texts: BoardTexts
  readonly onClose: () => void
}

/**
 * A stack taken apart: every piece from the top down, each over the one below it. The rows of a
 * high stack are so narrow that it is seen as a whole.
 */
export function InspectDialog({ square, stack, texts, onClose }: InspectDialogProps) {
  const t = useTranslate()
  const { pieces } = stack
  const countOf = (color: Color) => pieces.filter((piece) => piece?.color === color).length
  return (
    <Dialog title={texts.inspectTitle(square)} onClose={onClose}>
      {pieces.length > 2 && !pieces.includes(undefined) && (
        <p>{COLORS.map((color) => `${t(`color.${color}`)}: ${countOf(color)}`).join(' · ')}</p>
      )}
      <ol class="inspect" style={{ '--rows': pieces.length }}>
        {pieces.toReversed().map((piece, index) => (
          // A stack's pieces never change places, so the place is the key.
          <li key={`${pieces.length - index}`} style={{ zIndex: pieces.length - index }}>
            <PieceDrawing piece={piece} />
            <span>
              {texts.piece(piece)}
              {index === 0 && <small> ({texts.top()})</small>}
              {index === pieces.length - 1 && index > 0 && <small> ({texts.bottom()})</small>}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

// --- internal ---

function PieceDrawing({ piece }: { piece: Piece | undefined }) {
  return (
    <svg class="inspect-piece" viewBox="-43 -47 94 94" width="44" height="44" aria-hidden="true">
      {piece === undefined ? (
        <circle class="unknown-piece" r="36" />
      ) : (
        <StackDrawing stack={single(piece)} at={{ x: 0, y: 0 }} />
      )}
    </svg>
  )
}
