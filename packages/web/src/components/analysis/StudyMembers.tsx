import type { Study } from '@hokito/protocol'
import { useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { FollowedStudy } from '../../models/analysis/followed-study.ts'
import { NameField } from '../people/NameField.tsx'
import { RefusalLine } from './StudyFields.tsx'
import { type ChangeStudy, useStudyChanges } from './use-study-changes.ts'

interface StudyMembersProps {
  readonly study: Study
  readonly followed: FollowedStudy
}

/** The players whom the owner has invited, what each may do, and a form to invite another one. */
export function StudyMembers({ study, followed }: StudyMembersProps) {
  const t = useTranslate()
  const id = useId()
  const { fault, change } = useStudyChanges(followed)
  return (
    <section class="study-people" aria-labelledby={id}>
      <h3 id={id}>{t('study.members')}</h3>
      {study.members.length === 0 ? (
        <p class="note">{t('study.noMembers')}</p>
      ) : (
        <Members study={study} change={change} />
      )}
      <InviteForm study={study} change={change} />
      <RefusalLine refusal={fault} />
    </section>
  )
}

interface PartProps {
  readonly study: Study
  readonly change: ChangeStudy
}

/** Who moves: one, or all who may edit. */
export function Holder({ study: { id, owner, holder, members }, change }: PartProps) {
  const t = useTranslate()
  const editors = [owner, ...members.filter(({ mayEdit }) => mayEdit)]
  if (editors.length === 1) return null
  return (
    <label class="field">
      {t('study.holder')}
      <select
        class="select"
        value={holder ?? ''}
        onChange={(event) => {
          const chosen = editors.find((editor) => editor.id === event.currentTarget.value)
          void change({ type: 'give', study: id, holder: chosen?.id ?? null })
        }}
      >
        <option value="">{t('study.holderAll')}</option>
        {editors.map((editor) => (
          <option key={editor.id} value={editor.id}>
            {t('study.holderOne', { name: editor.name })}
          </option>
        ))}
      </select>
    </label>
  )
}

// --- internal ---

function Members({ study: { id, members }, change }: PartProps) {
  const t = useTranslate()
  return (
    <ul class="study-members">
      {members.map(({ id: player, name, mayEdit }) => (
        <li key={player}>
          <span>{name}</span>
          <label class="check">
            <input
              type="checkbox"
              aria-label={`${name}: ${t('study.mayEdit')}`}
              checked={mayEdit}
              onChange={(event) =>
                void change({
                  ...{ type: 'invite', study: id, name },
                  mayEdit: event.currentTarget.checked,
                })
              }
            />
            {t('study.mayEdit')}
          </label>
          <button
            type="button"
            class="button button-small"
            aria-label={`${name}: ${t('study.uninvite')}`}
            onClick={() => void change({ type: 'uninvite', study: id, player })}
          >
            {t('study.uninvite')}
          </button>
        </li>
      ))}
    </ul>
  )
}

function InviteForm({ study: { id }, change }: PartProps) {
  const t = useTranslate()
  const fieldId = useId()
  const [name, setName] = useState('')
  const [mayEdit, setMayEdit] = useState(false)
  return (
    <form
      class="study-form"
      onSubmit={async (event) => {
        event.preventDefault()
        const wish = { type: 'invite', study: id, name: name.trim(), mayEdit } as const
        if ((await change(wish)) === undefined) setName('')
      }}
    >
      <div class="field">
        <label for={fieldId}>{t('study.inviteName')}</label>
        <NameField id={fieldId} label={t('study.inviteName')} value={name} onInput={setName} />
      </div>
      <div class="study-invite">
        <label class="check">
          <input
            type="checkbox"
            checked={mayEdit}
            onChange={(event) => setMayEdit(event.currentTarget.checked)}
          />
          {t('study.mayEdit')}
        </label>
        <button type="submit" class="button">
          {t('study.invite')}
        </button>
      </div>
    </form>
  )
}
