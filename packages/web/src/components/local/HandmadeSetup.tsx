import { type Color, type Deal, type EndRule, formatDeal, type Position } from '@hokito/rules'
import { effect, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { createSetupModel, emptyPosition } from '../../models/game/setup-model.ts'
import { type Arranging, createArranging } from '../../models/local/arranging.ts'
import { createKeptSetup, type KeptSetup } from '../../models/local/kept-setup.ts'
import type { NewGameForm } from '../../models/local/new-game-form.ts'
import { newGameRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useTitle } from '../../ui/tab.ts'
import { SetupScreen } from '../setup/SetupScreen.tsx'
import { useStep } from './form-history.ts'

interface HandmadeSetupProps {
  /** The form; a colour left to chance has been drawn. */
  readonly form: NewGameForm & { readonly color: Color }
  /** Whether the page was opened with it, so that no form came before. */
  readonly isFirst: boolean
  /** The pieces that two players on this screen have placed so far. Only the page keeps them. */
  readonly underWay: { current: ArrangingUnderWay | undefined }
  /** Called with the finished position or deal number. */
  readonly onStart: (text: string) => void
  /** Called with the position so far, if there is one. */
  readonly onBack: (text?: string) => void
}

/** An arranging, and the end rule of its positions. */
export interface ArrangingUnderWay {
  readonly arranging: Arranging
  readonly endRule: EndRule
}

/** Places the pieces for a new game by hand. */
export function HandmadeSetup(props: HandmadeSetupProps) {
  switch (props.form.setup) {
    case 'arranged':
      return <ArrangedSetup {...props} />
    case 'arrangedAll':
      return <ScatteredSetup {...props} />
    default:
      return <PositionSetup {...props} />
  }
}

// --- internal ---

function PositionSetup({ form, isFirst, onStart, onBack }: HandmadeSetupProps) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { endRule, setupText } = form
  const kept = useKeptSetup(form)
  const [{ model, unread }] = useState(() => {
    const first = kept.read() ?? emptyPosition(endRule)
    const made = createSetupModel({ kind: 'free' }, first, randomBytes)
    const loaded = setupText.trim() === '' ? undefined : made.load(setupText)
    const error = loaded?.ok === false ? loaded.error : undefined
    return { model: made, unread: error && { text: setupText, error } }
  })
  useKeeping(kept, model.position)
  const back = useStep({
    isFirst,
    form,
    onBack: () => onBack(model.state.peek().past.length === 0 ? undefined : model.text.peek()),
  })
  return (
    <SetupScreen
      model={model}
      title={t('setup.title.free')}
      orientation={homeOf(form)}
      doneLabel={t('newGame.start')}
      onDone={() => {
        kept.forget()
        onStart(model.text.peek())
      }}
      onBack={back}
      unread={unread}
      linkOf={(text) => location.origin + newGameRoute(text, form)}
    />
  )
}

function ScatteredSetup({ form, isFirst, onStart, onBack }: HandmadeSetupProps) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const kept = useKeptSetup(form)
  const [model] = useState(() => {
    const first = kept.read() ?? emptyPosition(form.endRule)
    return createSetupModel({ kind: 'scattered' }, first, randomBytes)
  })
  useKeeping(kept, model.position)
  const back = useStep({ isFirst, form, onBack })
  return (
    <SetupScreen
      model={model}
      title={t('setup.title.scattered')}
      orientation={homeOf(form)}
      doneLabel={t('newGame.start')}
      onDone={() => {
        kept.forget()
        onStart(model.text.peek())
      }}
      onBack={back}
    />
  )
}

function ArrangedSetup({ form, isFirst, underWay, onStart, onBack }: HandmadeSetupProps) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const kept = useKeptSetup(form)
  const [arranging] = useState(() => {
    const { current } = underWay
    const isOfTwo = form.opponent === 'friend'
    if (isOfTwo && current?.endRule === form.endRule) return current.arranging
    const begun = createArranging(form, randomBytes, kept.read())
    if (isOfTwo) underWay.current = { arranging: begun, endRule: form.endRule }
    return begun
  })
  // With two players nothing is stored, because one could find what the other placed.
  useKeeping(form.opponent === 'computer' ? kept : undefined, arranging.model.value.position)
  const back = useStep({ isFirst, form, onBack })
  const { kind, color } = arranging.step.value
  const name = form.opponent === 'friend' ? form.names[color].trim() : ''
  const shownName = name === '' ? t(`color.${color}`) : name
  const isLast = form.opponent === 'computer' || color === 'white'
  const next = () => startWith(arranging.next())
  const startWith = (deal: Deal | undefined) => {
    if (deal === undefined) return
    kept.forget()
    underWay.current = undefined
    onStart(formatDeal(deal))
  }
  if (kind === 'handing') return <HandOver name={shownName} onReady={next} />
  return (
    <SetupScreen
      key={color}
      model={arranging.model.value}
      title={t('setup.title.arrange', { name: shownName })}
      orientation={color}
      covered={arranging.covered.value}
      doneLabel={isLast ? t('newGame.start') : t('setup.done')}
      onDone={next}
      onBack={back}
    />
  )
}

/** The arrangement stored for such a game; each side has its own. */
function useKeptSetup({ setup, color, endRule, opponent }: HandmadeSetupProps['form']): KeptSetup {
  const { tabStorage } = useServices()
  return useMemo(() => {
    const kind = setup === 'arranged' ? `${setup}-${opponent}-${color}` : setup
    return createKeptSetup(kind, endRule, tabStorage)
  }, [setup, color, endRule, opponent, tabStorage])
}

/** Stores the arrangement while it changes. */
function useKeeping(kept: KeptSetup | undefined, position: ReadonlySignal<Position>): void {
  useEffect(
    () =>
      kept &&
      effect(() => {
        kept.write(position.value)
      }),
    [kept, position],
  )
}

/** Shown between two players who arrange on one screen: it hides both sides. */
function HandOver({ name, onReady }: { name: string; onReady: () => void }) {
  const t = useTranslate()
  useTitle(t('setup.hand.title'))
  return (
    <div class="page">
      <h1>{t('setup.hand.title')}</h1>
      <p>{t('setup.hand.text', { name })}</p>
      <button type="button" class="button button-main button-big" onClick={onReady}>
        {t('setup.hand.go')}
      </button>
    </div>
  )
}

/** The side at the bottom while both sides are set up together. */
function homeOf({ opponent, color }: HandmadeSetupProps['form']): Color {
  return opponent === 'computer' ? color : 'black'
}
