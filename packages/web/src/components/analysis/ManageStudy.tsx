import type { Study } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { removeStudy, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { studyFile } from '../../models/analysis/study-file.ts'
import { download } from '../../models/game/share.ts'
import { ROUTES, studyRoute } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { useCopy } from '../game/use-copy.ts'
import { useConnection } from '../online/use-connection.ts'
import { RefusalLine, TitleField } from './StudyFields.tsx'
import { Holder, StudyMembers } from './StudyMembers.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'
import { type ChangeStudy, useStudyChanges } from './use-study-changes.ts'

interface ManageStudyProps extends Pick<StudyPanelProps, 'study' | 'followed' | 'part'> {
  readonly onClose: () => void
}

/** All that the owner and the members of a study can do with the whole of it. */
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
          </>
        )}
        <RefusalLine refusal={fault} />
        {part.isOwner && (
          <>
            <StudyMembers {...props} />
            <RenameOrDelete {...props} onAsk={setAsked} />
          </>
        )}
        <div class="button-row">
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
type Question = 'leave' | 'remove'

interface AskProps {
  /** Asks before something is done, or ends the question. */
  readonly onAsk: (what: Question | undefined) => void
}

interface ToolProps extends Pick<StudyPanelProps, 'study'> {
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
  const { told, copy } = useCopy()
  const { id, title, isShared, isPublic, members } = study
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
      {(isShared || members.length > 0) && (
        <div class="study-link">
          <p class="note">{t(`study.link.${readersOf(study)}`)}</p>
          <input
            class="input"
            readOnly
            value={link}
            aria-label={t('end.copyLink')}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="button" onClick={() => void copy(link)}>
            <Icon name="copy" />
            {t('end.copyLink')}
          </button>
        </div>
      )}
      <p role="status">{told}</p>
    </>
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

/** The title, and what deletes everything: rarely needed, so it is folded. */
function RenameOrDelete(props: ManageStudyProps & AskProps) {
  const { onAsk } = props
  const t = useTranslate()
  return (
    <details class="study-fold">
      <summary>{t('study.edit')}</summary>
      <TitleForm {...props} />
      <div class="button-row">
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => onAsk('remove')}>
          {t('study.remove')}
        </button>
      </div>
    </details>
  )
}

function TitleForm({ study, followed, onClose }: ManageStudyProps) {
  const t = useTranslate()
  const { id, isShared } = study
  const [title, setTitle] = useState(study.title)
  const { fault, change } = useStudyChanges(followed)
  return (
    <form
      class="study-form"
      onSubmit={async (event) => {
        event.preventDefault()
        const isNew = title !== study.title
        const refusal = isNew
          ? await change({ type: 'edit', study: id, title, isShared })
          : undefined
        if (refusal === undefined) onClose()
      }}
    >
      <TitleField title={title} onTitle={setTitle} />
      <RefusalLine refusal={fault} />
      <button type="submit" class="button button-main">
        {t('study.save')}
      </button>
    </form>
  )
}

interface ConfirmationProps extends ToolProps, AskProps {
  readonly asked: Question | undefined
  readonly setFault: (fault: StudyRefusal) => void
}

/** The question before the study is left or deleted. */
function Confirmation({ asked, onAsk, setFault, change, study }: ConfirmationProps) {
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
