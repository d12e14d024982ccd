import type { ExplorerWish } from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ExplorerApi } from '../../models/explorer/explorer-api.ts'
import { createGameSearch, type GameSearch } from '../../models/explorer/game-search.ts'
import { FIND_BY, type FindBy, partsOfWish, queryOfWish } from '../../models/explorer/wish.ts'
import { ROUTES } from '../../routes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useAddress } from '../../ui/links.ts'
import { NameField } from '../people/NameField.tsx'
import { DayFields } from './DayFields.tsx'
import { FoundGame } from './FoundGame.tsx'

interface FindGamesProps {
  readonly api: ExplorerApi
  /** The search in the address. */
  readonly wish: ExplorerWish
  /** A few games are found without a search. */
  readonly hasForm: boolean
}

/**
 * A search form and the games found. The search stands in the address, so that it can be shared.
 */
export function FindGames({ api, wish, hasForm }: FindGamesProps) {
  const t = useTranslate()
  const at = useAddress()
  const { route } = useLocation()
  const [search] = useState(() => createGameSearch(api))
  const key = JSON.stringify(wish)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which wish it is.
  useEffect(() => void search.look(wish), [search, key])
  const find = (by: FindBy, value: string) => route(at(ROUTES.explorer) + queryOfWish(by, value))
  return (
    <section class="explorer-part">
      {hasForm && (
        <>
          <h2>{t('explorer.find')}</h2>
          <FindForm key={key} wish={wish} onFind={find} />
        </>
      )}
      <Found search={search} by={partsOfWish(wish).by} />
    </section>
  )
}

// --- internal ---

interface FindFormProps {
  readonly wish: ExplorerWish
  readonly onFind: (by: FindBy, value: string) => void
}

const WINNERS = ['black', 'draw', 'white'] as const
type Winner = (typeof WINNERS)[number]

function FindForm({ wish, onFind }: FindFormProps) {
  const t = useTranslate()
  const asked = partsOfWish(wish)
  const [by, setBy] = useState(asked.by)
  const [value, setValue] = useState(asked.value)
  const choose = (chosen: FindBy) => {
    setBy(chosen)
    setValue('')
    // No value is needed, so the search starts straight away.
    if (chosen === 'all') onFind('all', '')
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (value.trim() !== '') onFind(by, value)
  }
  const winner = WINNERS.find((each) => each === value)
  return (
    <form class="explorer-form" onSubmit={submit}>
      <Choice
        legend={t('explorer.by')}
        value={by}
        options={FIND_BY.map((each) => ({ value: each, label: t(`explorer.bys.${each}`) }))}
        onChange={choose}
      />
      {by === 'winner' && (
        <Choice<Winner | 'none'>
          legend={t('explorer.bys.winner')}
          value={winner ?? 'none'}
          options={WINNERS.map((each) => ({ value: each, label: t(`explorer.winners.${each}`) }))}
          onChange={(chosen) => onFind('winner', chosen)}
        />
      )}
      {(by === 'player' || by === 'plies' || by === 'deal') && (
        <Field by={by} value={value} onValue={setValue} />
      )}
      {by === 'date' && <DayFields value={value} onValue={setValue} />}
    </form>
  )
}

interface FieldProps {
  readonly by: 'player' | 'plies' | 'deal'
  readonly value: string
  readonly onValue: (value: string) => void
}

function Field({ by, value, onValue }: FieldProps) {
  const t = useTranslate()
  const id = useId()
  const label = {
    player: t('explorer.playerName'),
    plies: t('explorer.movesPlayed'),
    deal: t('explorer.dealNumber'),
  }[by]
  return (
    <div class="explorer-field">
      <label for={id}>{label}</label>
      {by === 'player' ? (
        <NameField id={id} label={label} value={value} onInput={onValue} />
      ) : (
        <input
          {...(by === 'plies' ? LENGTH : NUMBER)}
          id={id}
          class="input"
          required
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      <button type="submit" class="button button-main">
        {t('explorer.search')}
      </button>
    </div>
  )
}

/** Every move empties a square, so there are at most 35. */
const LENGTH = { type: 'number', min: 0, max: 35, step: 1, inputMode: 'numeric' } as const

const NUMBER = { type: 'text', maxLength: 40 } as const

interface FoundProps {
  readonly search: GameSearch
  readonly by: FindBy
}

function Found({ search, by }: FoundProps) {
  const t = useTranslate()
  const games = search.games.value
  const status = search.status.value
  const said = {
    asking: t('explorer.asking'),
    told: games.length === 0 ? t('explorer.none') : '',
    unknown: by === 'player' ? t('explorer.unknownPlayer') : t('explorer.unknownDeal'),
    noLine: t('explorer.noLine'),
  }[status]
  return (
    <div class="explorer-found">
      <ul class="card-list">
        {games.map((game) => (
          <FoundGame key={game.id} game={game} />
        ))}
      </ul>
      <p class="explorer-status" role="status">
        {said}
      </p>
      {status === 'noLine' && (
        <button type="button" class="button" onClick={() => void search.more()}>
          {t('notice.tryAgain')}
        </button>
      )}
      {status !== 'noLine' && search.next.value !== undefined && (
        <button
          type="button"
          class="button"
          aria-disabled={status === 'asking'}
          onClick={() => status !== 'asking' && void search.more()}
        >
          {t('explorer.more')}
        </button>
      )}
    </div>
  )
}
