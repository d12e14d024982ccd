import { LONGEST_TITLE, type Study } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { removeStudy, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { studyFile } from '../../models/analysis/study-file.ts'
import { download } from '../../models/game/share.ts'
import { ROUTES, studyRoute } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { describeStudyRefusal } from '../../words/study.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { useCopy } from '../game/use-copy.ts'
import { useConnection } from '../online/use-connection.ts'
import { Holder, StudyMembers } from './StudyMembers.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'
import { type ChangeStudy, useStudyChanges } from './use-study-changes.ts'

/** The study and its chapter shown. */
type Managed = Pick<StudyPanelProps, 'study' | 'followed' | 'n' | 'part' | 'chapterTitle'>

interface ManageStudyProps extends Managed {
  /** Renames the chapter shown, for those who edit it. */
  readonly onChapterTitle: (title: string) => void
  /** Shares the chapter shown, as a picture or a text. */
  readonly onShare: () => void
  readonly onClose: () => void
}

/** All that the owner and the members of a study can do with it beside its moves. */
export function ManageStudy(props: ManageStudyProps) {
  const { study, followed, part, onClose } = props
  const t = useTranslate()
  const [asked, setAsked] = useState<Question | undefined>(undefined)
  const { fault, setFault, change } = useStudyChanges(followed)
  return (
    <>
      <Dialog title={t('study.manage')} onClose={onClose}>
        {part.isOwner && (
          <>
            <Sharing {...props} change={change} />
            <Holder study={study} change={change} />
            <Exercise {...props} change={change} />
          </>
        )}
        {fault !== undefined && <RefusalLine refusal={fault} />}
        {part.isOwner && (
          <>
            <StudyMembers {...props} />
            <RenameOrDelete {...props} onAsk={setAsked} />
          </>
        )}
        <div class="button-row">
          <button type="button" class="button" aria-haspopup="dialog" onClick={props.onShare}>
            {t('study.shareChapter')}
          </button>
          <SaveFile study={study} onFault={setFault} />
          {!part.isOwner && (
            <button
              type="button"
              class="button"
              aria-haspopup="dialog"
              onClick={() => setAsked('leave')}
            >
              {t('study.leave')}
            </button>
          )}
        </div>
      </Dialog>
      <Confirmation {...props} {...{ asked, change, setFault }} onAsk={setAsked} />
    </>
  )
}

// --- internal ---

/** What is asked again before it is done. */
type Question = 'leave' | 'remove' | 'removeChapter'

interface AskProps {
  /** Asks before something is done, or ends the question. */
  readonly onAsk: (what: Question | undefined) => void
}

interface ToolProps extends Pick<StudyPanelProps, 'study' | 'n'> {
  readonly change: ChangeStudy
}

function RefusalLine({ refusal }: { readonly refusal: StudyRefusal }) {
  const t = useTranslate()
  return (
    <p class="fault" role="alert">
      {describeStudyRefusal(t, refusal)}
    </p>
  )
}

const READERS = ['invited', 'withLink', 'everyone'] as const

function readersOf({ isShared, isPublic }: Study): (typeof READERS)[number] {
  if (isPublic === true) return 'everyone'
  return isShared ? 'withLink' : 'invited'
}

/** Who can read the study, and its link. */
function Sharing({ study, change }: ToolProps) {
  const t = useTranslate()
  const { told, byHand, copy } = useCopy()
  const { id, title, isShared, isPublic } = study
  const link = `${location.origin}${studyRoute(id)}`
  return (
    <>
      <label class="field">
        {t('study.readers.title')}
        <select
          class="select"
          value={readersOf(study)}
          onChange={async ({ currentTarget: select }) => {
            const isEveryone = select.value === 'everyone'
            const refusal = await change({
              ...{ type: 'edit', study: id, title, isShared: select.value !== 'invited' },
              // Left out where it changes nothing: servers of the version before refuse it.
              ...((isEveryone || isPublic) && { isPublic: isEveryone }),
            })
            // A second refusal of the same kind does not draw it again.
            if (refusal !== undefined) select.value = readersOf(study)
          }}
        >
          {READERS.map((readers) => (
            <option key={readers} value={readers}>
              {t(`study.readers.${readers}`)}
            </option>
          ))}
        </select>
      </label>
      {isShared && (
        <div class="button-row">
          <button type="button" class="button" onClick={() => void copy(link)}>
            <Icon name="copy" />
            {t('end.copyLink')}
          </button>
        </div>
      )}
      <div role="status">
        {told !== undefined && <p>{told}</p>}
        {byHand !== undefined && <code>{byHand}</code>}
      </div>
    </>
  )
}

/** Whether the readers find the moves of the chapter shown. */
function Exercise({ study, n, change }: ToolProps) {
  const t = useTranslate()
  const { isExercise = false } = study.chapters.find((chapter) => chapter.n === n) ?? {}
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isExercise}
        onChange={(event) => {
          const wish = { study: study.id, n, isExercise: event.currentTarget.checked }
          void change({ type: 'setExercise', ...wish })
        }}
      />
      {t('study.exercise')}
    </label>
  )
}

interface SaveFileProps {
  readonly study: Study
  readonly onFault: (fault: StudyRefusal | undefined) => void
}

function SaveFile({ study, onFault }: SaveFileProps) {
  const t = useTranslate()
  return (
    <button
      type="button"
      class="button"
      onClick={async () => {
        const file = await studyFile(study)
        onFault(file === undefined ? 'other' : undefined)
        if (file === undefined) return
        download(`hokito-study-${study.id}.hgn`, new Blob([file], { type: 'text/plain' }))
      }}
    >
      <Icon name="download" />
      {t('study.file')}
    </button>
  )
}

/** The titles, and what deletes a chapter or all of them: rarely needed, so it is folded. */
function RenameOrDelete(props: ManageStudyProps & AskProps) {
  const { study, onAsk } = props
  const t = useTranslate()
  return (
    <details class="study-fold">
      <summary>{t('study.edit')}</summary>
      <TitlesForm {...props} />
      <div class="button-row">
        {study.chapters.length > 1 && (
          <button
            type="button"
            class="button"
            aria-haspopup="dialog"
            onClick={() => onAsk('removeChapter')}
          >
            {t('study.removeChapter')}
          </button>
        )}
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => onAsk('remove')}>
          {t('study.remove')}
        </button>
      </div>
    </details>
  )
}

/** The titles of the study and of the chapter shown, stored together. */
function TitlesForm(props: ManageStudyProps) {
  const { study, followed, part, onClose } = props
  const t = useTranslate()
  const { id, isShared } = study
  const [title, setTitle] = useState(study.title)
  const [chapterTitle, setChapterTitle] = useState(props.chapterTitle)
  const { fault, change } = useStudyChanges(followed)
  return (
    <form
      class="study-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (part.isEditing && chapterTitle !== props.chapterTitle) {
          props.onChapterTitle(chapterTitle)
        }
        const isNew = title !== study.title
        const refusal = isNew
          ? await change({ type: 'edit', study: id, title, isShared })
          : undefined
        if (refusal === undefined) onClose()
      }}
    >
      <TitleField label={t('study.name')} value={title} onInput={setTitle} />
      {part.isEditing && (
        <TitleField label={t('study.chapterName')} value={chapterTitle} onInput={setChapterTitle} />
      )}
      {fault !== undefined && <RefusalLine refusal={fault} />}
      <button type="submit" class="button button-main">
        {t('study.save')}
      </button>
    </form>
  )
}

interface TitleFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (title: string) => void
}

function TitleField({ label, value, onInput }: TitleFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        class="input"
        type="text"
        required
        // Spaces alone are no title.
        pattern=".*\S.*"
        autocomplete="off"
        maxLength={LONGEST_TITLE}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  )
}

interface ConfirmationProps extends ToolProps, AskProps {
  readonly asked: Question | undefined
  readonly setFault: (fault: StudyRefusal) => void
}

/** The question before the study is left, or something of it is deleted. */
function Confirmation({ asked, onAsk, setFault, change, study, n }: ConfirmationProps) {
  const t = useTranslate()
  const { route } = useLocation()
  const own = useConnection().player.value?.id
  const { id } = study
  const onClose = () => onAsk(undefined)
  switch (asked) {
    case undefined:
      return null
    case 'leave':
      return (
        <ConfirmDialog
          title={t('study.leaveTitle')}
          text={t('study.leaveText')}
          yes={t('study.leave')}
          onYes={async () => {
            if (own === undefined) return
            const refusal = await change({ type: 'uninvite', study: id, player: own })
            if (refusal === undefined) route(ROUTES.study)
          }}
          onClose={onClose}
        />
      )
    case 'removeChapter':
      return (
        <ConfirmDialog
          title={t('study.removeChapterTitle')}
          text={t('study.removeText')}
          yes={t('study.removeChapter')}
          onYes={() => void change({ type: 'removeChapter', study: id, n })}
          onClose={onClose}
        />
      )
    case 'remove':
      return (
        <ConfirmDialog
          title={t('study.removeTitle')}
          text={t('study.removeText')}
          yes={t('study.remove')}
          onYes={async () => {
            const refusal = await removeStudy(id)
            if (refusal === undefined) route(ROUTES.study)
            else setFault(refusal)
          }}
          onClose={onClose}
        />
      )
  }
}
