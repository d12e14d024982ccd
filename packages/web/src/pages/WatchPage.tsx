import { useEffect } from 'preact/hooks'
import { WatchedGames } from '../components/lobby/WatchedGames.tsx'
import { NextTournament } from '../components/tournaments/NextTournament.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import {
  createViewed,
  createWatching,
  isExhibition,
  type Viewed,
  type Watching,
} from '../models/lobby/watching.ts'
import { ROUTES } from '../routes.ts'
import { useOwned } from '../ui/hooks.ts'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { describeCrowd } from '../words/watch.ts'
import { AwaitedGame, OneGame } from './PlayPage.tsx'

/**
 * The best public game in progress in full, then the next one of its players or the next best;
 * below it the others.
 */
export function WatchPage() {
  const t = useTranslate()
  const watching = useOwned(() => createWatching({ all: true }))
  const viewed = useOwned(() => createViewed(watching))
  const game = viewed.game.value
  useTitle(t('watch.title'))
  return (
    <>
      {game === undefined ? (
        <NoGame watching={watching} />
      ) : (
        <OneGame key={game} id={game} onOver={(last) => viewed.end(game, last)} />
      )}
      <More watching={watching} viewed={viewed} />
    </>
  )
}

// --- internal ---

interface WatchingProps {
  readonly watching: Watching
}

/** No game is in progress, or the server has not answered yet. */
function NoGame({ watching }: WatchingProps) {
  const t = useTranslate()
  const isAwaited = watching.reply.value === undefined && !watching.isUnanswered.value
  if (isAwaited || (watching.reply.value?.games.length ?? 0) > 0) {
    return <AwaitedGame title={t('watch.title')} />
  }
  return (
    <div class="page">
      <h1>{t('watch.title')}</h1>
      {watching.isUnanswered.value && <p>{t('online.status.offline')}</p>}
      {watching.reply.value !== undefined && <p>{t('watch.none')}</p>}
    </div>
  )
}

/** What the page shows, and the other games. */
function More({ watching, viewed }: WatchingProps & { readonly viewed: Viewed }) {
  const t = useTranslate()
  const at = useAddress()
  const reply = watching.reply.value
  const shown = viewed.game.value
  useEffect(() => {
    if (shown !== undefined) window.scrollTo({ top: 0 })
  }, [shown])
  // The header of this page looks for it, so it is there from the start.
  if (reply === undefined) return <section class="watch-more" />
  const current = reply.games.find(({ id }) => id === shown)
  return (
    <section class="watch-more">
      <p role="status">
        {viewed.isOver.value && t('watch.next')}
        {!viewed.isOver.value &&
          current !== undefined &&
          t(isExhibition(current) ? 'watch.exhibition' : 'watch.lead')}
      </p>
      <p class="note">{describeCrowd(t, reply)}</p>
      <p class="watch-ways">
        {/* At the end of the game shown, its own way on is the next step. */}
        <a class={viewed.isOver.value ? 'button' : 'button button-main'} href={at(ROUTES.online)}>
          {t('online.title')}
        </a>
        <a class="button button-text" href={ROUTES.tournaments}>
          {t('nav.tournaments')}
        </a>
      </p>
      <WatchedGames reply={reply} shown={shown} onChoose={viewed.choose} />
      <NextTournament />
      <p class="note">{t('online.unlisted')}</p>
    </section>
  )
}
