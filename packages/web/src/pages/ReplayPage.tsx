import { formatRecord, type GameRecord, parseDeal } from '@hokito/rules'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { OpenRecord, type OpenRecordProps } from '../components/replay/OpenRecord.tsx'
import { ReplayScreen } from '../components/replay/ReplayScreen.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { EXAMPLE_GAME } from '../models/replay/example-game.ts'
import { receiveFiles, sharedText } from '../models/replay/handed-over.ts'
import { type LoadedText, parseReplayText } from '../models/replay/replay-model.ts'
import { analysisRoute, plyOfQuery, ROUTES, replayRoute, textOfHash } from '../routes.ts'
import { useTitle } from '../ui/tab.ts'
import { describeReplayError } from '../words/errors.ts'

/**
 * Steps through any record or position. The address has its text behind `#`, so that the page can
 * be reloaded, bookmarked and shared.
 */
export function ReplayPage() {
  const t = useTranslate()
  const { route: goTo } = useLocation()
  const [hash, setHash] = useState(location.hash)
  // A text too long for an address is shown without changing it.
  const [pasted, setPasted] = useState(() => sharedText(location.search))
  useEffect(
    () =>
      receiveFiles((text) => {
        setPasted(text)
      }),
    [],
  )
  useEffect(() => {
    const follow = () => {
      setPasted(undefined)
      setHash(location.hash)
    }
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [])

  const show = (text: string) => {
    // A layout without moves has nothing to step through, so it is analysed instead.
    if (parseDeal(text.trim()).ok) return goTo(analysisRoute(text.trim()))
    const route = replayRoute(text.trim())
    if (route.length > LONGEST_ADDRESS) return setPasted(text)
    history.pushState(null, '', route)
    setPasted(undefined)
    setHash(location.hash)
  }
  const close = () => {
    history.pushState(null, '', location.pathname)
    setPasted(undefined)
    setHash('')
  }

  const text = pasted ?? textOfHash(hash)
  if (text === '') return <OpenReplay onOpen={show} />
  const parsed = text === undefined ? undefined : parseReplayText(text)
  if (parsed?.ok !== true) {
    return (
      <OpenReplay
        onOpen={show}
        unread={{
          text: text ?? hash,
          why: describeReplayError(t, parsed === undefined ? { kind: 'empty' } : parsed.error),
        }}
      />
    )
  }
  return <Loaded key={text} loaded={parsed.value} onClose={close} />
}

// --- internal ---

const LONGEST_ADDRESS = 8000

function OpenReplay({ onOpen, unread }: Pick<OpenRecordProps, 'onOpen' | 'unread'>) {
  const t = useTranslate()
  useTitle(t('replay.title'))
  return (
    <OpenRecord
      title={t('replay.title')}
      lead={t('record.lead')}
      textLabel={t('record.textLabel')}
      onOpen={onOpen}
      isForPositions
      routeOf={(record) => replayRoute(formatRecord(record))}
      unread={unread}
    >
      <button type="button" class="button" onClick={() => onOpen(EXAMPLE_GAME)}>
        {t('record.example')}
      </button>
      <a class="button" href={ROUTES.analysis}>
        {t('analysis.title')}
      </a>
    </OpenRecord>
  )
}

function Loaded({ loaded, onClose }: { loaded: LoadedText; onClose: () => void }) {
  const [index, setIndex] = useState(0)
  const record: GameRecord | undefined = loaded.records[index]
  if (record === undefined) throw new Error('a loaded text has at least one record')
  return (
    <ReplayScreen
      key={index}
      record={record}
      ply={index === 0 ? plyOfQuery(location.search) : 0}
      loaded={loaded}
      index={index}
      onChoose={setIndex}
      onClose={onClose}
    />
  )
}
