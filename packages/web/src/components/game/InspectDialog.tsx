import { type Piece, type Square, type Stack, single } from '@hokito/rules'
import { type BoardTexts, StackDrawing } from '../../board/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface InspectDialogProps {
  readonly square: Square
  readonly stack: Stack
  readonly texts: BoardTexts
  readonly onClose: () => void
}

/** A stack taken apart: every piece from the top down. */
export function InspectDialog({ square, stack, texts, onClose }: InspectDialogProps) {
  const { pieces } = stack
  return (
    <Dialog title={texts.inspectTitle(square)} onClose={onClose}>
      <ol class="inspect">
        {pieces.toReversed().map((piece, index) => (
          // A stack's pieces never change places, so the place is the key.
          <li key={`${pieces.length - index}`}>
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
    <svg class="inspect-piece" viewBox="-46 -46 92 92" width="44" height="44" aria-hidden="true">
      {piece === undefined ? (
        <circle class="unknown-piece" r="36" />
      ) : (
        <StackDrawing stack={single(piece)} at={{ x: 0, y: 0 }} />
      )}
    </svg>
  )
}
