import { type ComponentChild, hydrate, render } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { PieceLookContext } from '../../board/index.ts'
import { TranslateContext, useTranslate } from '../../i18n/i18n.ts'
import { ServicesContext, useServices } from '../../services.ts'
import { nextTask } from '../../ui/next-task.ts'

interface WhenUsedProps {
  /** Whether it does not wait for that for longer than until the page around it has been taken over. */
  readonly isSoon?: boolean
  readonly children: () => ComponentChild
}

/**
 * Something that is built with its page and taken over by itself, once somebody uses it: a board is large, and most
 * are only looked at. Its elements stay, and hear what was done to them.
 * On a page that was not built it is simply there.
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
  // A tree of its own, which hears of the page's contexts only what it is given.
  const content = () => (
    <ServicesContext.Provider value={services}>
      <TranslateContext.Provider value={translate}>
        <PieceLookContext.Provider value={look}>{children()}</PieceLookContext.Provider>
      </TranslateContext.Provider>
    </ServicesContext.Provider>
  )
  const latest = useRef(content)
  latest.current = content
  // The catalogue grows by parts; only another language says something else.
  const { language } = services.language.speech.value
  const first = useRef({ language, look })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const { current: built } = first
    if (!isOurs.current && (built.language !== language || built.look !== look)) {
      // Taking over would keep what was built.
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
    // Before the elements within hear of it, so that they do, too.
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

/** Keys too: whoever came to it before the script was there brings no focus any more. */
const USES = ['pointerdown', 'focusin', 'keydown', 'click', 'contextmenu'] as const

/** While a page is taken over nothing is set: what was built stays as it is. */
const AS_BUILT = { __html: '' }
