import {
  DOUBLING_STREAK,
  type TournamentDetail,
  type TournamentKind,
  type TournamentStanding,
} from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { DrawnIcon } from '../../ui/Icon.tsx'
import { shownName } from '../../words/shown-name.ts'
import { useConnection } from '../online/use-connection.ts'

interface TournamentStandingsProps {
  readonly detail: TournamentDetail
}

/**
 * The standings with all scores, including the player's own row wherever it is. For a small round
 * robin also the crosstable.
 */
export function TournamentStandings({ detail }: TournamentStandingsProps) {
  const t = useTranslate()
  const { tournament, standings, you, crosstable } = detail
  if (standings.length === 0) return null
  const own = you?.standing
  const isShown = own === undefined || standings.some(({ place }) => place === own.place)
  const rows = isShown ? standings : [...standings, own]
  // Before anyone has scored, nobody is first yet.
  const hasScores = standings.some(({ score, points }) => score + points > 0)
  const isOver = tournament.endedAt !== undefined
  return (
    <>
      <Scrolled title={t('tournaments.standings')}>
        <Head kind={tournament.kind} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.place} class={row.place === own?.place ? 'tournament-self' : undefined}>
              <td>
                <span
                  class={`tournament-place${hasScores ? ` tournament-place-${row.place}` : ''}`}
                >
                  {isOver && !hasScores ? '–' : row.place}
                </span>
              </td>
              <Name
                row={isOver && tournament.kind === 'arena' ? playing(row) : row}
                kind={tournament.kind}
              >
                {hasScores && <TieBreaks row={row} kind={tournament.kind} />}
              </Name>
              <td>
                {row.score}
                {!isOver && isDoubled(row) && <Doubled />}
              </td>
              {COLUMNS[tournament.kind].map((column) => (
                <td key={column} class="tournament-tie">
                  {row[column] ?? 0}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Scrolled>
      {!isOver && rows.some(isDoubled) && (
        <p class="note" aria-hidden="true">
          <Flame /> {t('tournaments.doubled')}
        </p>
      )}
      {hasScores && <p class="note">{t(`tournaments.ties.${tournament.kind}`)}</p>}
      {crosstable !== undefined && standings.length <= MOST_CROSSED && (
        <Crosstable crosstable={crosstable} standings={standings} />
      )}
    </>
  )
}

// --- internal ---

/** In the order in which they decide. */
const COLUMNS = {
  swiss: ['buchholz', 'headToHead', 'points'],
  roundRobin: ['headToHead', 'sonnebornBerger', 'points'],
  arena: ['wins', 'points', 'games'],
} as const satisfies Record<TournamentKind, readonly (keyof TournamentStanding)[]>

/** A larger table is less clear than the standings. */
const MOST_CROSSED = 12

/** A row without the pause of its player, which means nothing once the arena is over. */
function playing({ isOut: _, ...row }: TournamentStanding): TournamentStanding {
  return row
}

interface ScrolledProps {
  readonly title: string
  /** Whether all columns are alike and narrow. */
  readonly isCrossed?: boolean
  readonly children: ComponentChildren
}

function Scrolled({ title, isCrossed = false, children }: ScrolledProps) {
  const id = useId()
  return (
    <div class="wide">
      <h2 id={id}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be wider than a phone, and is moved by keys too. */}
      <section class="tournament-scroll" aria-labelledby={id} tabIndex={0}>
        <table class={isCrossed ? 'tournament-table tournament-cross' : 'tournament-table'}>
          {children}
        </table>
      </section>
    </div>
  )
}

interface RowProps {
  readonly row: TournamentStanding
  readonly kind: TournamentKind
}

/** Tie-breaks in a line under the name, because a phone has no room for their columns. */
function TieBreaks({ row, kind }: RowProps) {
  const t = useTranslate()
  const parts = COLUMNS[kind].map(
    (column) => `${t(`tournaments.${column}`)}:\u00a0${row[column] ?? 0}`,
  )
  return <small class="tournament-tie-line">{parts.join(' · ')}</small>
}

function Head({ kind }: { readonly kind: TournamentKind }) {
  const t = useTranslate()
  return (
    <thead>
      <tr>
        <th scope="col">{t('tournaments.place')}</th>
        <th scope="col">{t('tournaments.player')}</th>
        <th scope="col">{t('tournaments.score')}</th>
        {COLUMNS[kind].map((column) => (
          <th key={column} scope="col" class="tournament-tie">
            {t(`tournaments.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface NameProps extends RowProps {
  readonly children?: ComponentChildren
}

function Name({ row: { name, isOut, isBot }, kind, children }: NameProps) {
  const t = useTranslate()
  const isOwn = useConnection().player.value?.name === name
  return (
    <th scope="row">
      <a href={playerRoute(name)}>{shownName({ name, isBot })}</a>
      {isOwn && <small> ({t('game.you')})</small>}
      {isOut && (
        <small> ({t(kind === 'arena' ? 'tournaments.pauses' : 'tournaments.isOut')})</small>
      )}
      {children}
    </th>
  )
}

/** Does the next win of this player count double? */
function isDoubled({ streak = 0 }: TournamentStanding): boolean {
  return streak >= DOUBLING_STREAK
}

/** The sign of a player whose next win counts double; the words are below the table. */
function Doubled() {
  const t = useTranslate()
  return (
    <>
      {' '}
      <Flame />
      <span class="visually-hidden"> ({t('tournaments.doubled')})</span>
    </>
  )
}

const FLAME =
  'M12 3c1 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.3-3.8 2.2-5.5.5 1.6 1.2 2.4 2.3 3 .6-3 .2-5.5 1-8.5Z'

function Flame() {
  return (
    <span class="tournament-streak">
      <DrawnIcon path={FLAME} />
    </span>
  )
}

interface CrosstableProps {
  readonly crosstable: NonNullable<TournamentDetail['crosstable']>
  readonly standings: readonly TournamentStanding[]
}

/** The crosstable: each row has one player's scores against the others. */
function Crosstable({ crosstable, standings }: CrosstableProps) {
  const t = useTranslate()
  return (
    <Scrolled title={t('tournaments.crosstable')} isCrossed>
      <thead>
        <tr>
          <th scope="col">{t('tournaments.place')}</th>
          <th scope="col">{t('tournaments.player')}</th>
          {standings.map(({ place, name }) => (
            <th key={place} scope="col" aria-label={name}>
              {place}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {standings.map((row, index) => (
          <tr key={row.place}>
            <td>{row.place}</td>
            <Name row={row} kind="roundRobin" />
            {standings.map(({ place }, column) => (
              <td key={place} class={index === column ? 'tournament-own-cell' : undefined}>
                {crosstable[index]?.[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Scrolled>
  )
}
