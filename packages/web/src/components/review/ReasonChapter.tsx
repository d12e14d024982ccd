import type { JudgedMove } from '@hokito/engine/review'
import type { Position } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { chapterOf } from '../../models/review/reason-chapters.ts'
import { chapterRoute } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'
import { useTexts } from '../game/use-texts.ts'

interface ReasonChapterProps {
  readonly judged: JudgedMove
  /** The position before the move. */
  readonly position: Position
}

/** Below the words on a slip, a link to the chapter of the strategy course that the reason for a slip comes from. */
export function ReasonChapter({ judged, position }: ReasonChapterProps) {
  const t = useTranslate()
  const at = useAddress()
  const chapter = chapterOf(judged, position)
  const hasTitles = useTexts('chapters', chapter !== undefined)
  if (chapter === undefined || !hasTitles) return null
  return (
    <a class="reason-chapter" href={at(chapterRoute(chapter))}>
      {t('review.chapter', { title: t(`chapters.${chapter}`) })}
    </a>
  )
}
