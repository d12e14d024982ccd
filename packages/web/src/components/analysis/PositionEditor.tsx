import type { Position } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { createSetupModel, emptyPosition } from '../../models/game/setup-model.ts'
import { analysisRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { SetupScreen } from '../setup/SetupScreen.tsx'

export interface PositionEditorProps {
  /** Undefined for an empty board. */
  readonly first: Position | undefined
  /** What is done with it; it is analysed if absent. */
  readonly doneLabel?: string
  readonly onDone: (position: Position) => void
  readonly onBack: () => void
}

/** Edits a position piece by piece before it is analysed. */
export function PositionEditor(props: PositionEditorProps) {
  const { first = emptyPosition('either'), doneLabel, onDone, onBack } = props
  const { endRule, compensation } = first
  const t = useTranslate()
  const { randomBytes } = useServices()
  const [model] = useState(() => createSetupModel({ kind: 'free' }, first, randomBytes))
  return (
    <SetupScreen
      model={model}
      title={t('setup.title.free')}
      orientation="black"
      doneLabel={doneLabel ?? t('end.analyse')}
      onDone={() => onDone({ ...model.position.peek(), endRule, compensation })}
      onBack={onBack}
      linkOf={(text) => location.origin + analysisRoute(text)}
    />
  )
}
