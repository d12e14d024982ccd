import { type Position, positionOf } from '@hokito/rules'
import { effect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { AnalysisScreen } from '../components/analysis/AnalysisScreen.tsx'
import { OpenAnalysis } from '../components/analysis/OpenAnalysis.tsx'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { createAnalysisModel } from '../models/analysis/analysis-model.ts'
import {
  type AnalysisStore,
  createAnalysisStore,
  type KeptAnalysis,
} from '../models/analysis/analysis-store.ts'
import { type OpenError, readAnalysis, readFragment } from '../models/analysis/open-text.ts'
import { drawnLayoutRoute, OPEN_ROUTE } from '../models/analysis/start-routes.ts'
import { cutPath, extend, ROOT } from '../models/analysis/tree.ts'
import { analysisAt, formatAnalysis } from '../models/analysis/tree-record.ts'
import { newGameId } from '../models/local/start-game.ts'
import {
  analysisRoute,
  keptAnalysisRoute,
  plyOfQuery,
  ROUTES,
  readAddress,
  setUpRoute,
  textOfHash,
} from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useTitle } from '../ui/tab.ts'
import { describeOpenError } from '../words/analysis.ts'
import { PositionEditor } from './lazy-editor.ts'

/**
 * Analyses any record, position or layout; at first a random layout. The address has the opened
 * text behind `#`. Once the analysis is edited, the device stores it, and the address has its id
 * there.
 */
export function AnalysisPage() {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  const [store] = useState(() => createAnalysisStore(deviceStorage))
  const { route: goTo } = useLocation()
  const { shown, stay } = useShown(store)
  // Whether Back leads from the editor to the analysis that it was opened from.
  const isEdited = useRef(false)
  useTitle(t('analysis.title'))
  switch (shown.kind) {
    case 'reading':
      return null
    case 'analysis':
      return (
        <Worked
          key={shown.kept.id}
          kept={shown.kept}
          store={store}
          onKept={(id) => stay(keptAnalysisRoute(id))}
          onClose={() => goTo(OPEN_ROUTE)}
          onEdit={(position) => {
            isEdited.current = true
            goTo(setUpRoute(formatAnalysis(analysisAt(position))))
          }}
        />
      )
    case 'editing':
      return (
        <PositionEditor
          first={shown.position}
          onDone={(position) => goTo(analysisRoute(formatAnalysis(analysisAt(position))))}
          onBack={() => (isEdited.current ? history.back() : goTo(OPEN_ROUTE))}
        />
      )
    case 'opening':
      return (
        <OpenAnalysis
          store={store}
          unread={shown.unread && { text: shown.unread.text, why: whyNot(t, shown.unread.error) }}
          onOpen={(text) => goTo(analysisRoute(text.trim()))}
        />
      )
  }
}

// --- internal ---

type AddressError = OpenError | { readonly kind: 'kept'; readonly error: 'absent' | 'damaged' }

type Shown =
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'opening'
      /** The text in the address that could not be opened. */
      readonly unread?: { readonly text: string; readonly error: AddressError }
    }
  | { readonly kind: 'analysis'; readonly kept: KeptAnalysis }
  | {
      readonly kind: 'editing'
      /** Absent for an empty board. */
      readonly position?: Position
    }

/** What the address requests, followed as it changes. */
function useShown(store: AnalysisStore) {
  const { now, randomBytes } = useServices()
  const [shown, show] = useState<Shown>({ kind: 'reading' })
  const { url, route: goTo } = useLocation()
  // The address that `shown` shows, because browser and router both report most changes.
  const read = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the router shows is one of the occasions.
  useEffect(() => {
    const follow = (popped?: Event) => {
      // An address without a request gets a random layout, so that there is a board to move on.
      if (isBare(location)) goTo(drawnLayoutRoute(randomBytes), true)
      const { href } = location
      if (href === read.current) return
      // The router does that only when the path changes, and here the rest of the address does.
      if (read.current !== '' && popped === undefined) scrollTo(0, 0)
      read.current = href
      show({ kind: 'reading' })
      void readAsked(store, () => newGameId(randomBytes), now()).then((next) => {
        if (href === read.current) show(next)
      })
    }
    follow()
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [store, now, randomBytes, url])
  return {
    shown,
    /** Changes the address without reading it. */
    stay: (address: string) => {
      history.replaceState(null, '', address)
      read.current = location.href
    },
  }
}

function whyNot(t: Translate, error: AddressError): string {
  return error.kind === 'kept'
    ? t(`analysis.keptError.${error.error}`)
    : describeOpenError(t, error)
}

/**
 * Whether the address is of this page, not of one that Back leads to, and requests nothing in
 * particular.
 */
function isBare({ pathname, hash, search }: Location): boolean {
  const query = new URLSearchParams(search)
  const isHere = readAddress(pathname).route.startsWith(ROUTES.analysis)
  return isHere && hash.length <= 1 && !WISHES.some((wish) => query.has(wish))
}

/** The requests that a query can have if there is nothing behind `#`. */
const WISHES = ['setup', 'kept', 'open'] as const

/** Reads what the address requests. */
async function readAsked(store: AnalysisStore, freshId: () => string, now: number): Promise<Shown> {
  const query = new URLSearchParams(location.search)
  if (query.has('setup')) return readSetUp()
  const id = query.get('kept')
  if (id !== null) {
    const kept = store.load(id)
    return typeof kept === 'string'
      ? { kind: 'opening', unread: { text: '', error: { kind: 'kept', error: kept } } }
      : { kind: 'analysis', kept }
  }
  if (location.hash.length <= 1) return { kind: 'opening' }
  const text = textOfHash(location.hash) ?? location.hash
  const analysis = await readFragment(text)
  if (!analysis.ok) return { kind: 'opening', unread: { text, error: analysis.error } }
  const ply = plyOfQuery(location.search)
  const place = { path: cutPath(extend(analysis.value.tree, ROOT), ply), folded: [] }
  const kept = { id: freshId(), revision: 0, changedAt: now, analysis: analysis.value, place }
  return { kind: 'analysis', kept }
}

/** The position to be edited; an empty board if there is none. */
function readSetUp(): Shown {
  const opened = readAnalysis(textOfHash(location.hash) ?? '')
  return opened.ok
    ? { kind: 'editing', position: positionOf(opened.value.head) }
    : { kind: 'editing' }
}

interface WorkedProps {
  readonly kept: KeptAnalysis
  readonly store: AnalysisStore
  /** Called with its id each time that it has been stored. */
  readonly onKept: (id: string) => void
  readonly onClose: () => void
  readonly onEdit: (position: Position) => void
}

/** An analysis that is stored while it is edited. */
function Worked({ kept, store, onKept, onClose, onEdit }: WorkedProps) {
  const { now, randomBytes } = useServices()
  const model = useOwned(() => createAnalysisModel(kept.analysis, kept.place))
  const [isUnkept, setUnkept] = useState(false)
  const latest = useRef(onKept)
  latest.current = onKept
  useEffect(() => {
    let last = kept
    return effect(() => {
      const analysis = model.analysis.value
      const place = { path: model.path.value, folded: [...model.folded.value] }
      // An analysis that was only looked at need not be stored, because its address contains it.
      if (last.revision === 0 && analysis.tree === kept.analysis.tree) return
      const saved = store.save({ ...last, analysis, place }, now(), newGameId(randomBytes))
      setUnkept(saved === undefined)
      if (saved === undefined) return
      last = saved
      latest.current(saved.id)
    })
  }, [kept, model, store, now, randomBytes])
  return (
    <AnalysisScreen
      model={model}
      isUnkept={isUnkept}
      onClose={onClose}
      onEdit={() => onEdit(model.position.peek())}
    />
  )
}
