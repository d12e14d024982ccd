import { type ComponentChild, hydrate, render } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { PieceLookContext } from '../../board/index.ts'
import { TranslateContext, useTranslate } from '../../i18n/i18n.ts'
import { ServicesContext, useServices } from '../../services.ts'
import { isTakingOver } from '../../ui/take-over.ts'

interface WhenNearProps {
  readonly children: () => ComponentChild
}

/**
 * Something that was built with its page and is taken over by itself, once it is nearly in view or the keyboard
 * is in it: boards are large, and a page with several would be slow to take over all at once. Its elements stay.
 * On a page that was not built it is simply there.
 */
export function WhenNear({ children }: WhenNearProps) {
  const services = useServices()
  const translate = useTranslate()
  const look = useContext(PieceLookContext)
  const [isBuilt] = useState(isTakingOver)
  const [isAwake, setAwake] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isOurs = useRef(false)
  useEffect(() => {
    const element = place.current
    const shown = element?.firstElementChild
    if (!isBuilt || isAwake || !element || !shown) return
    const wake = () => setAwake(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) wake()
      },
      { rootMargin: '50%' },
    )
    observer.observe(shown)
    element.addEventListener('focusin', wake)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', wake)
    }
  }, [isBuilt, isAwake])
  useEffect(() => {
    const element = place.current
    if (!isAwake || !element) return
    // A tree of its own, which hears of the page's contexts only what it is given.
    const content = (
      <ServicesContext.Provider value={services}>
        <TranslateContext.Provider value={translate}>
          <PieceLookContext.Provider value={look}>{children()}</PieceLookContext.Provider>
        </TranslateContext.Provider>
      </ServicesContext.Provider>
    )
    if (isOurs.current) render(content, element)
    else hydrate(content, element)
    isOurs.current = true
  })
  useEffect(() => {
    const element = place.current
    return () => {
      if (isOurs.current && element) render(null, element)
    }
  }, [])
  return isBuilt ? (
    <div class="when-near" ref={place} dangerouslySetInnerHTML={AS_BUILT} />
  ) : (
    <div class="when-near">{children()}</div>
  )
}

// --- internal ---

/** While a page is taken over nothing is set: what was built stays as it is. */
const AS_BUILT = { __html: '' }
