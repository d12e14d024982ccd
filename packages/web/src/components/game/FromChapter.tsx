import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { CHAPTER_IDS, type ChapterId, chapterNamed } from '../../models/learn/course/chapter-ids.ts'
import { chapterRoute, summaryRoute } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'
import { useTexts } from './use-texts.ts'

interface FromChapterProps {
  /** The chapter that a game was begun from; nothing is shown if there is none of this name. */
  readonly chapter: string
}

/** The idea of a chapter in one line, for a game that was begun from it. */
export function ChapterIdea({ chapter }: FromChapterProps) {
  const t = useTranslate()
  const id = chapterNamed(chapter)
  const hasTitles = useTexts('chapters')
  if (id === undefined || !hasTitles) return null
  return (
    <p class="note chapter-idea">
      <b>{t(`chapters.${id}`)}</b> {t(`ideas.${id}`)}
    </p>
  )
}

/** After such a game: the way back to the chapter, and on to the next one. */
export function ChapterWays({ chapter }: FromChapterProps) {
  const t = useTranslate()
  const at = useAddress()
  const id = chapterNamed(chapter)
  const hasTitles = useTexts('chapters')
  if (id === undefined || !hasTitles) return null
  return (
    <>
      <a class="button button-text" href={at(chapterRoute(id))}>
        {t('end.chapter')}
      </a>
      <NextChapter id={id} look="button-text" />
    </>
  )
}

interface NextChapterProps {
  readonly id: ChapterId
  readonly look?: 'button-text' | 'button-main' | undefined
}

/** A link to the next chapter; after the last one, to the summary of all. */
export function NextChapter({ id, look }: NextChapterProps) {
  const t = useTranslate()
  const at = useAddress()
  const { route, words } = wayAfter(t, id)
  return (
    <a class={`button ${look ?? ''}`} href={at(route)}>
      {words}
    </a>
  )
}

/** Where a chapter leads: to the next one, or after the last one to the course in short. */
export function wayAfter(t: Translate, id: ChapterId) {
  const next = CHAPTER_IDS[CHAPTER_IDS.indexOf(id) + 1]
  if (next === undefined) return { route: summaryRoute(), words: t('courseInShort') }
  const words = t('nextChapter', { title: t(`chapters.${next}`) })
  return { route: chapterRoute(next), words }
}
