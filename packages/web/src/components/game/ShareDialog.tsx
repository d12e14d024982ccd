import { drawBoard } from '@hokito/picture'
import { type Color, formatRecord, type GameRecord, type Position } from '@hokito/rules'
import { useContext, useEffect } from 'preact/hooks'
import { PieceLookContext } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { mannerNow, pngOf, sceneOf } from '../../models/game/picture.ts'
import { download, fileNameOf, frameCodeOf, linkOf } from '../../models/game/share.ts'
import { useServices } from '../../services.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { GifProgress } from './GifProgress.tsx'
import { useCopy } from './use-copy.ts'
import { useGif } from './use-gif.ts'

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
  const { told, tell, byHand, copy } = useCopy()
  const copyLink = async () => copy((await props.makeLink?.()) ?? linkOf(record, location.origin))
  const manner = () => mannerNow({ orientation, look })
  const scene = () => sceneOf(record, position)
  const svg = () => drawBoard(scene(), PICTURE_SIZE, manner())
  const saveAs = (extension: string, text: string, type: string) =>
    download(fileNameOf(record, extension), new Blob([text], { type }))
  const savePng = async () => {
    try {
      download(fileNameOf(record, 'png'), await pngOf(scene(), manner(), PICTURE_SIZE))
    } catch {
      tell(t('notice.pictureFailed'))
    }
  }
  const gif = useGif(record, manner, tell)
  const { language } = useServices()
  useEffect(() => language.want('share'), [language])
  const isReady = language.speech.value.parts.has('share')
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
          ...(isReady && record.moves.length > 0
            ? [
                {
                  icon: 'download',
                  label: t('share.saveGif'),
                  onChoose: () => void gif.make(),
                  isOff: gif.progress !== undefined,
                } as const,
              ]
            : []),
          ...(isReady
            ? [
                {
                  icon: 'copy',
                  label: t('share.copyCode'),
                  onChoose: () => void copy(frameCodeOf(record, location.origin)),
                } as const,
              ]
            : []),
        ]}
      />
      {gif.progress !== undefined && <GifProgress {...gif.progress} onCancel={gif.cancel} />}
      <p role="status">{told}</p>
      {byHand !== undefined && (
        <textarea
          class="input"
          readOnly
          rows={4}
          aria-label={t('notice.copyFailed')}
          value={byHand}
        />
      )}
    </Dialog>
  )
}

// --- internal ---

const PICTURE_SIZE = 1080
