import {
  type ExplorerGames,
  type GameId,
  NAME_LENGTH,
  type PlayerGamesWish,
  SEARCHED_GAMES,
} from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { serverPictureOf } from '../../models/game/server-picture.ts'
import { fetchPlayerGames, gamesFileOf } from '../../models/people/people.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useLatestRequest } from '../../ui/use-latest-request.ts'
import { formatDate } from '../../words/dates.ts'
import { describeFoundFor } from '../../words/explorer.ts'
import { FoundPlayers } from '../game/FoundPlayers.tsx'

interface PlayerGamesProps {
  readonly name: string
  readonly isSelf: boolean
  /** The games that the page shows already. They are listed again only if they are searched for. */
  readonly shown: readonly GameId[]
  /** Whether nothing is said of a player without public games. */
  readonly isQuiet: boolean
}

/**
 * A player's latest games with their last boards, a search through all their public games, and a
 * link to all of them as a file.
 */
export function PlayerGames({ name, isSelf, shown, isQuiet }: PlayerGamesProps) {
  const t = useTranslate()
  const [wish, setWish] = useState<PlayerGamesWish>(EVERY)
  const { games, next, state, look } = useGames(name, wish)
  // A search without results can be changed; without any games there is none.
  const hasGames = games.length > 0 || next !== undefined || wish !== EVERY
  if (!hasGames && isQuiet && !isSelf) return null
  const listed = wish === EVERY ? games.filter(({ id }) => !shown.includes(id)) : games
  return (
    <section class="wide profile-games">
      <h2>{t('profile.games.title')}</h2>
      {hasGames && (
        <details>
          <summary>{t('profile.games.search')}</summary>
          <SearchForm onSearch={setWish} />
        </details>
      )}
      <ul class="card-list">
        {listed.map((game) => (
          <GameCard key={game.id} game={game} name={name} />
        ))}
      </ul>
      <SearchEnd state={state} isEmpty={games.length === 0} hasMore={next !== undefined} />
      {state === 'found' && (
        <p class="note">
          {t('profile.games.listed')}{' '}
          {isSelf && (
            <>
              {t('profile.games.own')} <a href={ROUTES.games}>{t('nav.games')}</a>
            </>
          )}
        </p>
      )}
      {state === 'unanswered' && (
        <Notice
          text={t('account.unanswered')}
          action={t('account.again')}
          onAction={() => void look()}
        />
      )}
      <div class="button-row">
        {next !== undefined && (
          <button type="button" class="button" onClick={() => void look(next)}>
            {t('profile.games.more')}
          </button>
        )}
        {(isSelf || games.length > 0) && (
          <a class="button" href={gamesFileOf(name, isSelf)} download="hokito-games.hgn">
            <Icon name="download" />
            {t('profile.games.download')}
          </a>
        )}
      </div>
    </section>
  )
}

// --- internal ---

type Found = ExplorerGames['games']
type SearchState = 'asked' | 'found' | 'wrong' | 'unanswered'

interface SearchEndProps {
  readonly state: SearchState
  readonly isEmpty: boolean
  /** Are there games that have not been searched yet? */
  readonly hasMore: boolean
}

/** Why a search has found nothing. */
function SearchEnd({ state, isEmpty, hasMore }: SearchEndProps) {
  const t = useTranslate()
  return (
    <div role="status">
      {state === 'wrong' && <p class="fault">{t('profile.games.wrong')}</p>}
      {state === 'found' && isEmpty && (
        <p>
          {hasMore ? t('profile.games.noneSoFar', { n: SEARCHED_GAMES }) : t('profile.games.none')}
        </p>
      )}
    </div>
  )
}

/** The games that match a search, loaded page by page. */
function useGames(name: string, wish: PlayerGamesWish) {
  const [games, setGames] = useState<Found>([])
  const [next, setNext] = useState<ExplorerGames['next']>(undefined)
  const [state, setState] = useState<SearchState>('asked')
  const begin = useLatestRequest()
  const look = async (after?: ExplorerGames['next']) => {
    const isLatest = begin()
    const page = await fetchPlayerGames(name, { ...wish, after })
    if (!isLatest()) return
    if (page === undefined || page === 'wrong') {
      setState(page ?? 'unanswered')
      if (page === 'wrong') setGames([])
      return
    }
    setGames((before) => (after === undefined ? page.games : [...before, ...page.games]))
    setNext(page.next)
    setState('found')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each name and wish.
  useEffect(() => void look(), [name, wish])
  return { games, next, state, look }
}

/** A search without conditions. */
const EVERY: PlayerGamesWish = {}

const RESULTS = ['any', 'won', 'drawn', 'lost'] as const
type Result = (typeof RESULTS)[number]

function SearchForm({ onSearch }: { readonly onSearch: (wish: PlayerGamesWish) => void }) {
  const t = useTranslate()
  const [result, setResult] = useState<Result>('any')
  const [typed, setTyped] = useState({ opponent: '', deal: '', from: '', to: '' })
  const field = (key: keyof typeof typed, label: string, kind: FieldKind) => (
    <label>
      <span>{label}</span>
      <input
        class="input"
        {...kind}
        autocomplete="off"
        spellcheck={false}
        value={typed[key]}
        onInput={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <form
      class="profile-search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(wishOf(result, typed))
      }}
    >
      <Choice
        legend={t('profile.games.result')}
        value={result}
        options={RESULTS.map((value) => ({ value, label: t(`profile.games.results.${value}`) }))}
        onChange={setResult}
      />
      {field('opponent', t('profile.games.opponent'), {
        type: 'text',
        maxLength: NAME_LENGTH.longest,
      })}
      {field('deal', t('profile.games.deal'), { type: 'text', maxLength: LONGEST_NUMBER })}
      {field('from', t('profile.games.from'), { type: 'date' })}
      {field('to', t('profile.games.to'), { type: 'date' })}
      <button type="submit" class="button">
        {t('profile.games.find')}
      </button>
    </form>
  )
}

type FieldKind = { readonly type: 'text'; readonly maxLength: number } | { readonly type: 'date' }

const LONGEST_NUMBER = 40

/** The filled-in fields of the search form. */
function wishOf(result: Result, typed: Readonly<Record<string, string>>): PlayerGamesWish {
  const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '')
  return {
    ...Object.fromEntries(filled.map(([key, value]) => [key, value.trim()])),
    ...(result !== 'any' && { result }),
  }
}

interface GameCardProps {
  readonly game: Found[number]
  /** The player whose games are listed. */
  readonly name: string
}

/** A game with its last board, as the player of this name sees it; both link to its replay. */
function GameCard({ game, name }: GameCardProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { success, how } = describeFoundFor(t, game, game.white === name ? 'white' : 'black')
  return (
    <li>
      <a class="card-link found-game" href={playRoute(game.id)}>
        <img
          class="profile-board"
          src={serverPictureOf(game.id, 192)}
          width={96}
          height={96}
          loading="lazy"
          alt={t('profile.games.board')}
        />
        <span class="found-words">
          <FoundPlayers game={game} />
          <small>{formatDate(language, game.endedAt)}</small>
          <small>
            <strong class={`game-${success}`}>{t(`profile.games.results.${success}`)}</strong> ·{' '}
            {how}
          </small>
        </span>
      </a>
    </li>
  )
}
