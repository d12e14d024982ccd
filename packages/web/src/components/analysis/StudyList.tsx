import type { Study } from '@hokito/protocol'
import { formatRecord, parseRecord, type Result } from '@hokito/rules'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import {
  changeStudy,
  fetchStudies,
  type OwnStudies as Lists,
  newStudyId,
  type StudyRefusal,
} from '../../models/analysis/studies-api.ts'
import { chapterChanges } from '../../models/analysis/study-file.ts'
import { ROUTES, sampleRoute, studyRoute, textOfHash } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useTitle } from '../../ui/tab.ts'
import { joinSentences } from '../../words/sentences.ts'
import { describeStudyRefusal, gameTitle, namedRecord } from '../../words/study.ts'
import { isLikelyMember, useHasAccount } from '../account/use-has-account.ts'
import { PagePicture } from '../game/PagePicture.tsx'
import { useOwnSide } from '../game/use-own-side.ts'
import { AddToStudy } from './AddToStudy.tsx'
import { NewChapterForm } from './NewChapterForm.tsx'
import './analysis.css'

/** The player's own studies, those of others to which the player is invited, and a form for a new one. */
export function StudyList() {
  const t = useTranslate()
  const { accountName } = useServices()
  const isMember = isLikelyMember(useHasAccount(), accountName.value)
  useTitle(t('nav.studies'))
  return (
    <div class="page">
      <h1>{t('nav.studies')}</h1>
      <p class="lead">{t('study.lead')}</p>
      <PagePicture ply={EXAMPLE_PLY} />
      {isMember ? <Member /> : <Guest />}
    </div>
  )
}

// --- internal ---

/** What a study is good for. */
function Gives() {
  const t = useTranslate()
  return (
    <ul class="gives">
      {GIVES.map((what) => (
        <li key={what}>{t(`study.gives.${what}`)}</li>
      ))}
    </ul>
  )
}

/** An example to look at, and what a study needs. */
function Guest() {
  const t = useTranslate()
  const carried = carriedHash()
  return (
    <>
      <Gives />
      <p>
        {joinSentences(t('study.refusal.needsAccount'), carried === '' ? '' : t('study.carried'))}
      </p>
      <div class="button-row">
        <a class="button button-main" href={accountRoute(ROUTES.study + carried)}>
          {t('nav.join')}
        </a>
        <Sample />
      </div>
    </>
  )
}

function Sample() {
  const t = useTranslate()
  return (
    <a class="button" href={sampleRoute()}>
      {t('study.example')}
    </a>
  )
}

/** The record to make a study of, which the address keeps through signing up unless it is too long. */
function carriedHash(): string {
  const { hash } = location
  return hash.length > LONGEST_CARRIED ? '' : hash
}

/** Escaped twice it is still short enough for a server to read it in an address. */
const LONGEST_CARRIED = 4000

const GIVES = ['chapters', 'together', 'exercise'] as const
/** The position of the picture beside it. */
const EXAMPLE_PLY = 16

/**
 * The lists, and a form for a new study. First, what the address brings along may go into one of
 * the others.
 */
function Member() {
  const [reply, setReply] = useState<Reply>(undefined)
  const read = useCallback(async () => {
    const found = await fetchStudies()
    // A list that cannot be read again stays.
    setReply((before) => (found.ok || before === undefined ? found : before))
  }, [])
  useEffect(() => void read(), [read])
  const text = useNamed(textOfHash(location.hash) ?? '')
  const [isAdding, setAdding] = useState(text !== '')
  const studies = reply?.ok ? [...reply.value.studies, ...reply.value.invited] : []
  return (
    <>
      {/* What the address brings along comes first. */}
      {text !== '' && <NewStudy text={text} />}
      <OwnStudies reply={reply} />
      {text === '' && <NewStudy text="" />}
      {isAdding && studies.length > 0 && (
        <AddToStudy hgn={text} studies={studies} onStale={read} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

/** Undefined until the server has replied. */
type Reply = Result<Lists, StudyRefusal> | undefined

function OwnStudies({ reply }: { readonly reply: Reply }) {
  const t = useTranslate()
  if (reply === undefined) return null
  if (!reply.ok) {
    return (
      <p class="fault" role="alert">
        {describeStudyRefusal(t, reply.error)}
      </p>
    )
  }
  const { studies, invited } = reply.value
  return (
    <>
      {studies.length === 0 ? (
        <>
          <Gives />
          <p>{t('study.none')}</p>
          <div class="button-row">
            <Sample />
          </div>
        </>
      ) : (
        <Studies studies={studies} noteOf={(study) => t(`study.${visibilityOf(study)}`)} />
      )}
      {invited.length > 0 && (
        <section class="study-new" aria-labelledby="study-invited">
          <h2 id="study-invited">{t('study.invited')}</h2>
          <Studies studies={invited} noteOf={({ owner }) => t('study.by', { name: owner.name })} />
        </section>
      )}
    </>
  )
}

type Visibility = 'isPublic' | 'isShared' | 'isForMembers' | 'isPrivate'

function visibilityOf({ isPublic, isShared, members }: Study): Visibility {
  if (isPublic === true) return 'isPublic'
  if (isShared) return 'isShared'
  return members.length > 0 ? 'isForMembers' : 'isPrivate'
}

interface StudiesProps {
  readonly studies: readonly Study[]
  readonly noteOf: (study: Study) => string
}

function Studies({ studies, noteOf }: StudiesProps) {
  const t = useTranslate()
  return (
    <ul class="card-list study-list">
      {studies.map((study) => (
        <li key={study.id}>
          <a class="card-link" href={studyRoute(study.id)}>
            <span class="card-title">{study.title}</span>
            <span class="note">
              {t('study.count', { count: study.chapters.length })} · {noteOf(study)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A record with the name of the account for our side; any other text as it is. */
function useNamed(text: string): string {
  const { accountName } = useServices()
  const [record] = useState(() => {
    const parsed = parseRecord(text)
    return parsed.ok ? parsed.value : undefined
  })
  const own = useOwnSide(() => record)
  const named = () => record && formatRecord(namedRecord(record, own, accountName.peek()))
  return useState(() => named() ?? text)[0]
}

function NewStudy({ text }: { readonly text: string }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { route } = useLocation()
  // One id for all tries: a study whose answer was lost is not made twice.
  const [study] = useState(() => newStudyId(randomBytes))
  return (
    <section class="study-new" aria-labelledby="study-new">
      <h2 id="study-new">{t('study.make')}</h2>
      <NewChapterForm
        title={gameTitle(t, text)}
        text={text}
        label={t('study.create')}
        onDone={async (title, chapters) => {
          const changes = chapters.flatMap((chapter, index) => {
            const n = index + 1
            const name = gameTitle(t, chapter.hgn) || t('study.chapter', { n })
            const titled = { ...chapter, title: chapter.title ?? name }
            return chapterChanges(study, n, titled, n === 1 ? title : undefined)
          })
          for (const change of changes) {
            const stored = await changeStudy(change)
            if (!stored.ok) return stored.error
          }
          route(studyRoute(study))
          return undefined
        }}
      />
    </section>
  )
}
