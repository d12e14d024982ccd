import type { Color, Square } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { isWrong } from '../../board/setup-rest.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SetupModel } from '../../models/game/setup-model.ts'
import { useKeys } from '../../ui/hooks.ts'
import { useTitle } from '../../ui/tab.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { describeFinding, describeSetupEvent } from '../../words/setup.ts'
import { InspectDialog } from '../game/lazy-dialogs.ts'
import { SetupBoard } from './SetupBoard.tsx'
import { SetupKeysDialog } from './SetupKeysDialog.tsx'
import { SetupText, type UnreadText } from './SetupText.tsx'
import { SetupChoices, SetupTools } from './SetupTools.tsx'
import './setup.css'

interface SetupScreenProps {
  readonly model: SetupModel
  readonly title: string
  /** The side that sits below. */
  readonly orientation: Color
  /** The side whose pieces stand covered on the board. */
  readonly covered?: Color | undefined
  readonly doneLabel: string
  /** Called when the setup is complete. */
  readonly onDone: () => void
  readonly onBack: () => void
  /** The label of the back button, if it leads to more than the previous page. */
  readonly backLabel?: string | undefined
  /** Other status content while the board is set up. */
  readonly status?: ComponentChildren
  /** A text that could not be read, to correct it here. */
  readonly unread?: UnreadText | undefined
  /** The address of a page with this position; undefined if it has no link. */
  readonly linkOf?: ((text: string) => string) | undefined
}

/** A page for setting up a board, for any purpose. */
export function SetupScreen(props: SetupScreenProps) {
  const { model, title } = props
  const t = useTranslate()
  const [inspected, setInspected] = useState<Square | undefined>(undefined)
  const [hasKeys, setKeys] = useState(false)
  useTitle(title)
  useKeys((event) => {
    if (event.key === '?') setKeys(true)
  })
  return (
    <div class="setup">
      <div class="setup-head">
        <h1>{title}</h1>
        <p class="note">{t(`setup.lead.${model.task.kind}`)}</p>
        {props.status}
      </div>
      <SetupBoard
        model={model}
        orientation={props.orientation}
        covered={props.covered}
        onInspect={setInspected}
      />
      <div class="setup-side">
        {/* On a phone the main button is in the first view, and so is what keeps it from working. */}
        <Done {...props} />
        <div>
          <Findings model={model} />
          <Told model={model} />
        </div>
        <SetupTools model={model} onKeys={() => setKeys(true)} />
        {model.task.kind === 'free' && <SetupChoices model={model} />}
        <SetupText model={model} unread={props.unread} linkOf={props.linkOf} />
      </div>
      {inspected !== undefined && (
        <Inspected model={model} square={inspected} onClose={() => setInspected(undefined)} />
      )}
      {hasKeys && <SetupKeysDialog onClose={() => setKeys(false)} />}
    </div>
  )
}

// --- internal ---

/** The ways out: with the finished setup, or back. */
function Done({ model, doneLabel, onDone, backLabel, onBack }: SetupScreenProps) {
  const t = useTranslate()
  return (
    <div class="setup-done">
      <button
        type="button"
        class="button button-main"
        disabled={!model.isReady.value}
        onClick={() => {
          onDone()
          // The next page takes this page's place.
          scrollTo(0, 0)
        }}
      >
        {doneLabel}
      </button>
      <button type="button" class="button button-text" onClick={onBack}>
        {backLabel ?? t('setup.back')}
      </button>
    </div>
  )
}

interface InspectedProps {
  readonly model: SetupModel
  readonly square: Square
  readonly onClose: () => void
}

/** The inside of a stack, while it stands there. */
function Inspected({ model, square, onClose }: InspectedProps) {
  const texts = useBoardTexts()
  const stack = model.position.value.board[square]
  return stack === undefined ? null : <InspectDialog {...{ square, stack, texts, onClose }} />
}

/** The effect of the last edit, or why it had none; visible and announced. */
function Told({ model }: { model: SetupModel }) {
  const t = useTranslate()
  const { event, position } = model.state.value
  const last = useRef({ event, count: 0 })
  // The same message again must be announced again.
  if (last.current.event !== event) last.current = { event, count: last.current.count + 1 }
  return (
    <div class="setup-told" role="status" data-testid="told">
      {event !== undefined && (
        <p key={last.current.count} class={event.kind === 'refused' ? 'fault' : undefined}>
          {describeSetupEvent(t, event, position)}
        </p>
      )}
    </div>
  )
}

/** Errors, and what is unusual or missing. */
function Findings({ model }: { model: SetupModel }) {
  const t = useTranslate()
  return (
    <div role="status">
      <ul class="setup-findings">
        {model.findings.value.map((finding) => (
          <li key={describeFinding(t, finding)} class={isWrong(finding) ? 'fault' : 'note'}>
            {describeFinding(t, finding)}
          </li>
        ))}
      </ul>
    </div>
  )
}
