import { type ComponentChild, hydrate, render } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { PieceLookContext } from '../../board/index.ts'
import { TranslateContext, useTranslate } from '../../i18n/i18n.ts'
import { ServicesContext, useServices } from '../../services.ts'
import { nextTask } from '../../ui/next-task.ts'

interface WhenUsedProps {
  /** Whether to hydrate right after the page has been hydrated, without waiting for use. */
  readonly isSoon?: boolean
  readonly children: () => ComponentChild
}

/**
 * A prerendered part of a page that is hydrated only once it is used, because a board is large and
 * most are only looked at. Its elements stay, and the event that caused the hydration reaches them.
 * On a page that was not prerendered the part is rendered straight away.
 */
export const WhenUsed = import.meta.env.SSR ? Built : TakenOverWhenUsed

// --- internal ---

function Built({ children }: WhenUsedProps) {
  return <div class="when-used">{children()}</div>
}

function TakenOverWhenUsed({ isSoon = false, children }: WhenUsedProps) {
  const services = useServices()
  const translate = useTranslate()
  const look = useContext(PieceLookContext)
  const place = useRef<HTMLDivElement>(null)
  const isOurs = useRef(false)
  // It is a separate tree, which receives only the contexts passed on here.
  const content = () => (
    <ServicesContext.Provider value={services}>
      <TranslateContext.Provider value={translate}>
        <PieceLookContext.Provider value={look}>{children()}</PieceLookContext.Provider>
      </TranslateContext.Provider>
    </ServicesContext.Provider>
  )
  const latest = useRef(content)
  latest.current = content
  // The catalogue grows part by part; only a change of language changes the words.
  const { language } = services.language.speech.value
  const first = useRef({ language, look })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const { current: built } = first
    if (!isOurs.current && (built.language !== language || built.look !== look)) {
      // Hydration would keep the prerendered elements.
      element.replaceChildren()
    }
    isOurs.current ||= element.firstChild === null
    if (isOurs.current) render(content(), element)
  })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    let isGone = false
    const use = () => {
      if (isOurs.current || isGone) return
      isOurs.current = true
      hydrate(latest.current(), element)
    }
    // Captured before the elements inside receive the event, so that they receive it too.
    for (const type of USES) element.addEventListener(type, use, true)
    if (isSoon) void nextTask().then(use)
    return () => {
      isGone = true
      for (const type of USES) element.removeEventListener(type, use, true)
      render(null, element)
    }
  }, [isSoon])
  return <div class="when-used" ref={place} dangerouslySetInnerHTML={AS_BUILT} />
}

/**
 * Includes keys, because an element focused before the script arrived fires no focus event again.
 */
const USES = ['pointerdown', 'focusin', 'keydown', 'click', 'contextmenu'] as const

/** Sets no content during hydration, so that the prerendered elements stay. */
const AS_BUILT = { __html: '' }
