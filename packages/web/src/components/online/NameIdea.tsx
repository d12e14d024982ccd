import { NAME_LENGTH } from '@hokito/protocol'
import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'

interface NameIdeaProps {
  /** The name that was refused. */
  readonly name: string
  /** Why; a new one each time. */
  readonly refused: { readonly code: string } | undefined
  readonly onTake: (name: string) => void
}

/** A name much like one that is taken, and most likely free: a button puts it into the field. */
export function NameIdea({ name, refused, onTake }: NameIdeaProps) {
  const t = useTranslate()
  // It stays the same while one reads, and changes with each refusal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing on does not change what is offered.
  const idea = useMemo(() => numbered(name), [refused])
  if (refused?.code !== 'nameTaken') return null
  return (
    <div class="button-row">
      <button type="button" class="button button-small" onClick={() => onTake(idea)}>
        {t('online.takeName', { name: idea })}
      </button>
    </div>
  )
}

// --- internal ---

function numbered(name: string): string {
  const number = 10 + Math.floor(Math.random() * 90)
  const stem = [...name.trim()].slice(0, NAME_LENGTH.longest - 3).join('')
  return `${stem} ${number}`
}
