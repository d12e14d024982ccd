import { NAME_LENGTH } from '@hokito/protocol'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'

interface NameIdeaProps {
  /** A name that was just refused as taken. */
  readonly name: string
  /** The field in which it was typed. */
  readonly field: RefObject<HTMLInputElement | null>
  readonly onTake: (name: string) => void
}

/**
 * Suggests a name that is similar to a taken one and most likely free; a button puts it into the
 * field.
 */
export function NameIdea({ name, field, onTake }: NameIdeaProps) {
  const t = useTranslate()
  // It must not change while the player reads it.
  const [idea] = useState(() => numbered(name))
  return (
    <div class="button-row">
      <button
        type="button"
        class="button button-small"
        onClick={() => {
          onTake(idea)
          field.current?.focus()
        }}
      >
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
