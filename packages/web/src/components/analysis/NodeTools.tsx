import { GLYPH_SIGNS } from '@hokito/rules'
import { useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import { keptComment, LONGEST_COMMENT } from '../../models/analysis/tree.ts'
import { Icon } from '../../ui/Icon.tsx'
import { glyphName } from '../../words/analysis.ts'
import { IconButton } from '../game/IconButton.tsx'

interface NodeToolsProps {
  readonly model: AnalysisModel
  readonly actions: TreeActions
  /** Whether the start may have a comment before there is a move: the introduction of a chapter. */
  readonly hasIntroduction?: boolean
}

/** Edits that announce themselves to screen readers. */
export interface TreeActions {
  readonly undo: () => void
  readonly redo: () => void
  readonly remove: () => void
  readonly promote: () => void
  readonly makeMain: () => void
}

/**
 * Tools for the current move: judge it, comment on it, reorder or delete it. There are none before
 * there is a move, except for an introduction.
 */
export function NodeTools(props: NodeToolsProps) {
  const { model, hasIntroduction = false } = props
  const hasMoves = model.tree.value.children.length > 0
  const hasTools = hasMoves || model.canUndo.value || model.canRedo.value
  if (!hasTools && !hasIntroduction) return null
  return (
    <div class="tree-tools">
      {hasTools && <EditTools {...props} />}
      {hasTools && <Glyphs model={model} />}
      <CommentField key={model.path.value} model={model} />
    </div>
  )
}

// --- internal ---

/** Undo and redo, and the edits of the tree; each is there once it means something. */
function EditTools({ model, actions }: NodeToolsProps) {
  const t = useTranslate()
  return (
    <div class="tree-edits">
      <IconButton
        class="button"
        icon="undo"
        label={t('game.undo')}
        isOff={!model.canUndo.value}
        onPress={actions.undo}
      />
      <IconButton
        class="button"
        icon="redo"
        label={t('game.redo')}
        isOff={!model.canRedo.value}
        onPress={actions.redo}
      />
      <IconButton
        class="button"
        icon="bin"
        label={t('analysis.remove')}
        isOff={model.node.value === undefined}
        onPress={actions.remove}
      />
      {/* Only a variation can be moved up. */}
      {!model.isMain.value && (
        <>
          <RankButton icon="next" label={t('analysis.promote')} onPress={actions.promote} />
          <RankButton icon="last" label={t('analysis.makeMain')} onPress={actions.makeMain} />
        </>
      )}
    </div>
  )
}

interface RankButtonProps {
  readonly icon: 'next' | 'last'
  readonly label: string
  readonly onPress: () => void
}

/** Moves a variation up. Where its words have no room, its picture remains. */
function RankButton({ icon, label, onPress }: RankButtonProps) {
  return (
    <button type="button" class="button button-small tree-rank" title={label} onClick={onPress}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}

/** The judgements of the current move. */
function Glyphs({ model }: Pick<NodeToolsProps, 'model'>) {
  const t = useTranslate()
  const node = model.node.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: the row has no room for the visible legend of a fieldset.
    <div class="button-row tree-glyphs" role="group" aria-label={t('analysis.judgement')}>
      {GLYPH_SIGNS.map(([sign, code]) => (
        <button
          key={code}
          type="button"
          class="button"
          aria-label={glyphName(t, code)}
          title={glyphName(t, code)}
          aria-pressed={node?.glyphs.includes(code) === true}
          disabled={node === undefined}
          onClick={() => model.toggleGlyph(code)}
        >
          {sign}
        </button>
      ))}
    </div>
  )
}

/**
 * The comment on the move, stored while it is typed. One undo takes back everything typed in one
 * go.
 */
function CommentField({ model }: { model: AnalysisModel }) {
  const t = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState(model.comment.value)
  // The stored comment has no spaces at its end, which a person needs while typing, so the typed
  // text is shown until the stored one differs, for example after an undo.
  const text = keptComment(typed) === model.comment.value ? typed : model.comment.value
  return (
    <div class="field tree-comment-edit">
      <label for={id}>{t('analysis.comment')}</label>
      <textarea
        id={id}
        class="input tree-comment-field"
        rows={2}
        maxLength={LONGEST_COMMENT}
        value={text}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          model.setComment(event.currentTarget.value)
        }}
      />
    </div>
  )
}
