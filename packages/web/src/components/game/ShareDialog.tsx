import { type Color, formatRecord, type GameRecord, type Position } from '@hokito/rules'
import { useContext, useState } from 'preact/hooks'
import { renderBoardSvg } from '../../board/export.tsx'
import { PieceLookContext } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { download, fileNameOf, linkOf, pngOf } from '../../models/game/share.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu } from '../../ui/Menu.tsx'

interface ShareDialogProps {
  readonly record: GameRecord
  /** The position shown, for the picture. */
  readonly position: Position
  readonly orientation: Color
  /** Makes the link; one that replays the record where it is absent. */
  readonly makeLink?: () => Promise<string>
  readonly onClose: () => void
}

/** Ways to take a game or its picture along. */
export function ShareDialog(props: ShareDialogProps) {
  const { record, position, orientation, onClose } = props
  const t = useTranslate()
  const look = useContext(PieceLookContext)
  const [told, setTold] = useState<string | undefined>(undefined)
  const [byHand, setByHand] = useState<string | undefined>(undefined)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setTold(t('notice.copied'))
    } catch {
      setTold(t('notice.copyFailed'))
      setByHand(text)
    }
  }
  const copyLink = async () => copy((await props.makeLink?.()) ?? linkOf(record, location.origin))
  const svg = () => renderBoardSvg(position, { orientation, look, size: PICTURE_SIZE })
  const saveAs = (extension: string, text: string, type: string) =>
    download(fileNameOf(record, extension), new Blob([text], { type }))
  const savePng = async () => {
    try {
      download(fileNameOf(record, 'png'), await pngOf(svg(), PICTURE_SIZE))
    } catch {
      setTold(t('notice.pictureFailed'))
    }
  }
  return (
    <Dialog title={t('end.share')} onClose={onClose}>
      <Menu
        items={[
          {
            icon: 'share',
            label: t('end.copyLink'),
            onChoose: () => void copyLink(),
          },
          {
            icon: 'download',
            label: t('end.exportHgn'),
            onChoose: () => saveAs('hgn', formatRecord(record), 'text/plain;charset=utf-8'),
          },
          { icon: 'download', label: t('end.savePng'), onChoose: () => void savePng() },
          {
            icon: 'download',
            label: t('end.saveSvg'),
            onChoose: () => saveAs('svg', svg(), 'image/svg+xml'),
          },
        ]}
      />
      <p role="status">{told}</p>
      {byHand !== undefined && (
        <textarea class="input" readOnly rows={4} aria-label={t('end.copyLink')} value={byHand} />
      )}
    </Dialog>
  )
}

// --- internal ---

const PICTURE_SIZE = 1080
