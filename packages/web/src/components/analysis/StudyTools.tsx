import { LONGEST_TITLE, type Study } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { removeStudy, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { studyFile } from '../../models/analysis/study-file.ts'
import { download } from '../../models/game/share.ts'
import { ROUTES, studyRoute } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeStudyRefusal } from '../../words/study.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { useCopy } from '../game/use-copy.ts'
import { useConnection } from '../online/use-connection.ts'
import type { StudyPanelProps } from './study-panel-props.ts'
import { type ChangeStudy, useStudyChanges } from './use-study-changes.ts'

/** What the owner and the members of a study can do with it. */
export function StudyTools(props: StudyPanelProps) {
  const { study, followed, part, onMembers } = props
  const t = useTranslate()
  const [dialog, setDialog] = useState<DialogName | undefined>(undefined)
  const { fault, setFault, change } = useStudyChanges(followed)
  return (
    <>
      {part.isOwner && <Sharing {...props} change={change} />}
      {part.isOwner && <Exercise {...props} change={change} />}
      <div class="button-row">
        {buttonsFor(part).map(([name, word]) => (
          <button
            key={name}
            type="button"
            class="button button-small"
            aria-haspopup="dialog"
            onClick={() => (name === 'members' ? onMembers() : setDialog(name))}
          >
            {t(word)}
          </button>
        ))}
        <button
          type="button"
          class="button button-small"
          onClick={async () => {
            const file = await studyFile(study)
            setFault(file === undefined ? 'other' : undefined)
            if (file === undefined) return
            download(`hokito-study-${study.id}.hgn`, new Blob([file], { type: 'text/plain' }))
          }}
        >
          {t('study.file')}
        </button>
      </div>
      {fault !== undefined && dialog === undefined && (
        <p class="fault" role="alert">
          {describeStudyRefusal(t, fault)}
        </p>
      )}
      <OpenDialog {...props} {...{ dialog, setDialog, change, setFault }} />
    </>
  )
}

// --- internal ---

type DialogName = 'edit' | 'leave' | 'remove' | 'removeChapter'

/** The buttons that open a dialog, with their words. */
function buttonsFor({ isOwner }: StudyPanelProps['part']) {
  return [
    isOwner && (['members', 'study.members'] as const),
    isOwner && (['edit', 'study.edit'] as const),
    !isOwner && (['leave', 'study.leave'] as const),
  ].filter((button) => button !== false)
}

interface ToolProps extends StudyPanelProps {
  readonly change: ChangeStudy
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
          <button type="button" class="button button-small" onClick={() => void copy(link)}>
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

interface OpenDialogProps extends ToolProps {
  readonly dialog: DialogName | undefined
  readonly setDialog: (name: DialogName | undefined) => void
  readonly setFault: (fault: StudyRefusal) => void
}

function OpenDialog(props: OpenDialogProps) {
  const { dialog, setDialog, setFault, change, study, n } = props
  const t = useTranslate()
  const { route } = useLocation()
  const own = useConnection().player.value?.id
  const { id } = study
  const onClose = () => setDialog(undefined)
  switch (dialog) {
    case undefined:
      return null
    case 'edit':
      return <EditDialog {...props} />
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

/** The titles, and what deletes a chapter or all of them. */
function EditDialog(props: OpenDialogProps) {
  const { study, setDialog } = props
  const t = useTranslate()
  return (
    <Dialog title={t('study.edit')} onClose={() => setDialog(undefined)}>
      <TitlesForm {...props} />
      <div class="button-row">
        {study.chapters.length > 1 && (
          <button type="button" class="button" onClick={() => setDialog('removeChapter')}>
            {t('study.removeChapter')}
          </button>
        )}
        <button type="button" class="button" onClick={() => setDialog('remove')}>
          {t('study.remove')}
        </button>
      </div>
    </Dialog>
  )
}

/** The titles of the study and of the chapter shown, stored together. */
function TitlesForm(props: OpenDialogProps) {
  const { study, part, change, setDialog } = props
  const t = useTranslate()
  const { id, isShared } = study
  const [title, setTitle] = useState(study.title)
  const [chapterTitle, setChapterTitle] = useState(props.chapterTitle)
  const [fault, setFault] = useState<StudyRefusal | undefined>(undefined)
  return (
    <form
      class="study-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (part.isEditing && chapterTitle !== props.chapterTitle) {
          props.onChapterTitle?.(chapterTitle)
        }
        const isNew = title !== study.title
        const refusal = isNew
          ? await change({ type: 'edit', study: id, title, isShared })
          : undefined
        if (refusal === undefined) setDialog(undefined)
        else setFault(refusal)
      }}
    >
      <TitleField label={t('study.name')} value={title} onInput={setTitle} />
      {part.isEditing && (
        <TitleField label={t('study.chapterName')} value={chapterTitle} onInput={setChapterTitle} />
      )}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {describeStudyRefusal(t, fault)}
        </p>
      )}
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
