import { drawBoard } from '@hokito/picture'
import { type Color, formatRecord, type GameRecord, type Position } from '@hokito/rules'
import { useContext } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PieceLookContext } from '../../board/index.ts'
import { type Saying, type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { CardWords } from '../../models/game/card.ts'
import { cardOf, mannerNow, pngOf, sceneOf } from '../../models/game/picture.ts'
import { download, fileNameOf, frameCodeOf, linkOf } from '../../models/game/share.ts'
import { newStudyRoute } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { GifProgress } from './GifProgress.tsx'
import { useCopy } from './use-copy.ts'
import { useGif } from './use-gif.ts'
import { useTexts } from './use-texts.ts'

interface ShareDialogProps {
  readonly record: GameRecord
  /** The position shown, for the picture. */
  readonly position: Position
  readonly orientation: Color
  /**
   * Makes an address of the analysis for link and frame. If absent, they replay the record without
   * its notes.
   */
  readonly makeRoute?: () => Promise<string>
  /** The analysis with its notes, as text for a study, which otherwise gets the record. */
  readonly makeText?: () => string
  /**
   * The public address of the game on the server. The link is then this short address instead of
   * the record.
   */
  readonly route?: string | undefined
  readonly onClose: () => void
}

/** Ways to share a game or its picture. */
export function ShareDialog(props: ShareDialogProps) {
  const t = useTranslate()
  const { told, tell, byHand, copy } = useCopy()
  const { gif, ...actions } = useSharing(props, { tell, copy })
  const isReady = useTexts('share')
  const { route } = useLocation()
  // The page of the studies asks which one, and tells a guest what they need for it.
  const addToStudy = () => route(newStudyRoute(props.makeText?.() ?? formatRecord(props.record)))
  return (
    <Dialog title={t('end.share')} onClose={props.onClose}>
      <Menu
        items={[
          ...plainItems(t, actions),
          ...(isReady && props.record.moves.length > 0
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
                  onChoose: () => void actions.copyCode(),
                } as const,
                { icon: 'plus', label: t('share.addToStudy'), onChoose: addToStudy } as const,
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

/** The ways to share that need no further words, and the code of a frame. */
interface SharingActions {
  readonly copyLink: () => Promise<void>
  readonly copyCode: () => Promise<void>
  readonly saveRecord: () => void
  readonly savePng: () => Promise<void>
  readonly saveSvg: () => void
}

interface Copying {
  readonly tell: (saying: Saying | undefined) => void
  readonly copy: (text: string) => Promise<void>
}

function useSharing(props: ShareDialogProps, { tell, copy }: Copying) {
  const { record, position, orientation } = props
  const t = useTranslate()
  const look = useContext(PieceLookContext)
  const { origin } = location
  const manner = () => mannerNow({ orientation, look })
  const saveAs = (extension: string, text: string, type: string) =>
    download(fileNameOf(record, extension), new Blob([text], { type }))
  const actions: SharingActions = {
    copyLink: async () => {
      const route = props.route ?? (await props.makeRoute?.())
      return copy(route === undefined ? linkOf(record, origin) : origin + route)
    },
    copyCode: async () => copy(frameCodeOf(record, origin, await props.makeRoute?.())),
    saveRecord: () => saveAs('hgn', formatRecord(record), 'text/plain;charset=utf-8'),
    savePng: async () => {
      try {
        const card = cardOf(record, position, await wordsOf(t, record))
        download(fileNameOf(record, 'png'), await pngOf(card, manner(), PICTURE_SIZE))
      } catch {
        tell((t) => t('notice.pictureFailed'))
      }
    },
    // The SVG is the drawing alone, for use in other texts. The PNG and the GIF also name the
    // players.
    saveSvg: () => {
      const svg = drawBoard(sceneOf(record, position), PICTURE_SIZE, manner())
      saveAs('svg', svg, 'image/svg+xml')
    },
  }
  const gif = useGif(record, { words: () => wordsOf(t, record), manner, onTold: tell })
  return { ...actions, gif }
}

/** The items whose words each page has. */
function plainItems(t: Translate, actions: SharingActions): readonly MenuItem[] {
  return [
    { icon: 'share', label: t('end.copyLink'), onChoose: () => void actions.copyLink() },
    { icon: 'download', label: t('end.exportHgn'), onChoose: actions.saveRecord },
    { icon: 'download', label: t('end.savePng'), onChoose: () => void actions.savePng() },
    { icon: 'download', label: t('end.saveSvg'), onChoose: actions.saveSvg },
  ]
}

/**
 * The words on pictures. They are loaded when a picture is made, because each static import of a
 * dialog adds a file to every game page.
 */
async function wordsOf(t: Translate, record: GameRecord): Promise<CardWords> {
  return (await import('../../words/card.ts')).cardWords(t, record)
}
