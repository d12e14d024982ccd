import type { Followed } from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchOpponents } from '../../models/people/people.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { useServices } from '../../services.ts'
import { NameField } from './NameField.tsx'

interface FindPlayerProps {
  readonly followed?: readonly Followed[]
  /** The name that was not found, to correct it. */
  readonly first?: string
}

/**
 * Opens the profile of the player with a name. It suggests players whom the user follows or has
 * played, and then all others.
 */
export function FindPlayer({ followed = [], first = '' }: FindPlayerProps) {
  const t = useTranslate()
  const id = useId()
  const played = useOpponents()
  const known = [...new Set([...followed.map((one) => one.name), ...played])].toSorted()
  const { route } = useLocation()
  const [name, setName] = useState(first)
  const show = (chosen: string) => {
    if (chosen.trim() !== '') route(playerRoute(chosen.trim()))
  }
  return (
    <section class="wide">
      <h2>
        <label for={id}>{t('people.find')}</label>
      </h2>
      <form
        class="account-input people-find"
        onSubmit={(event) => {
          event.preventDefault()
          show(name)
        }}
      >
        <NameField
          id={id}
          label={t('people.find')}
          value={name}
          onInput={setName}
          onChoose={show}
          known={known}
        />
        <button type="submit" class="button">
          {t('people.show')}
        </button>
      </form>
    </section>
  )
}

// --- internal ---

/** The names of the players whom the signed-in player has played. */
function useOpponents(): readonly string[] {
  const { accountName } = useServices()
  const own = accountName.value
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    if (own === undefined) return
    void fetchOpponents(own).then((found) =>
      setNames(found?.opponents.map((opponent) => opponent.name) ?? []),
    )
  }, [own])
  return names
}
