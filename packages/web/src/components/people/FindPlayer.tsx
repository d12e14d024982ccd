import { type Followed, NAME_LENGTH } from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchOpponents } from '../../models/people/people.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { useServices } from '../../services.ts'

interface FindPlayerProps {
  readonly followed?: readonly Followed[]
  /** The name that was not found, to correct it. */
  readonly first?: string
}

/**
 * Opens the profile of the player with a name. It suggests players whom the user follows or has
 * played.
 */
export function FindPlayer({ followed = [], first = '' }: FindPlayerProps) {
  const t = useTranslate()
  const id = useId()
  const listId = useId()
  const played = useOpponents()
  const known = [...new Set([...followed.map((one) => one.name), ...played])].toSorted()
  const { route } = useLocation()
  const [name, setName] = useState(first)
  return (
    <section class="wide">
      <h2>
        <label for={id}>{t('people.find')}</label>
      </h2>
      <form
        class="account-input people-find"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') route(playerRoute(name.trim()))
        }}
      >
        <input
          id={id}
          class="input"
          required
          maxLength={NAME_LENGTH.longest}
          autocomplete="off"
          list={listId}
          spellcheck={false}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <datalist id={listId}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
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
