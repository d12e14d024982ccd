import type { Manner } from '@hokito/picture'
import type { GameRecord } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Saying } from '../../i18n/i18n.ts'
import type { CardWords } from '../../models/game/card.ts'
import { gifOf } from '../../models/game/picture.ts'
import { download, fileNameOf } from '../../models/game/share.ts'

interface GifParts {
  /** The words around its boards. */
  readonly words: () => Promise<CardWords>
  readonly manner: () => Manner
  readonly onTold: (told: Saying | undefined) => void
}

/**
 * Makes a moving picture of a game and saves it; it stops on request and when the component
 * unmounts.
 */
export function useGif(record: GameRecord, { words, manner, onTold }: GifParts) {
  const [progress, setProgress] = useState<{ ply: number; last: number } | undefined>(undefined)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const make = async () => {
    const stop = new AbortController()
    running.current = stop
    onTold(undefined)
    setProgress({ ply: 0, last: record.moves.length })
    const onFrame = (ply: number, last: number) => setProgress({ ply, last })
    try {
      const gif = await gifOf({ record, words: await words() }, manner(), {
        onFrame,
        signal: stop.signal,
      })
      download(fileNameOf(record, 'gif'), gif)
      const size = Math.ceil(gif.size / 1000)
      onTold((t) => t('share.saved', { size }))
    } catch {
      if (!stop.signal.aborted) onTold((t) => t('notice.pictureFailed'))
    }
    setProgress(undefined)
  }
  return { progress, make, cancel: () => running.current?.abort() }
}
