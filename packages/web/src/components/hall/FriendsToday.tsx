import {
  type DailyLevel,
  type DailyTable,
  type Day,
  dayAt,
  type Followed,
  type TeachAnswer,
} from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { DAILY_API } from '../../models/daily/daily-api.ts'
import { fetchPeople } from '../../models/people/people.ts'
import { challengeRoute, playerRoute } from '../../models/people/ratings.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { takeReply } from '../../ui/take-reply.ts'
import { formatSigned } from '../../words/signed.ts'
import { TeachNews } from '../people/TeachNews.tsx'

interface FriendsTodayProps {
  /** The level of the game of the day that the player plays. */
  readonly level: DailyLevel
}

/** The players whom the user follows: who is here, and what they did in today's game. */
export function FriendsToday({ level }: FriendsTodayProps) {
  const t = useTranslate()
  const { now } = useServices()
  const [today] = useState(() => dayAt(now()))
  const { friends, teaching } = useFriends(today, level)
  const news = teaching && <TeachNews answer={teaching} />
  if (friends.length === 0) return news ?? null
  return (
    <>
      {news}
      <section class="friends">
        <h2>
          <a href={ROUTES.people}>{t('people.followed')}</a>
        </h2>
        <ul>
          {friends.slice(0, SHOWN).map(({ name, isHere, margin }) => (
            <li key={name}>
              <span
                class={isHere ? 'people-dot people-dot-here' : 'people-dot'}
                aria-hidden="true"
              />
              <span>
                <a href={playerRoute(name)}>{name}</a>{' '}
                <small>
                  {isHere && t('people.here')}
                  {isHere && margin !== undefined && ' · '}
                  {margin !== undefined &&
                    t('homePage.friendToday', { margin: formatSigned(margin), level })}
                </small>
              </span>
              {isHere && <a href={challengeRoute(name)}>{t('people.challenge')}</a>}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

// --- internal ---

const SHOWN = 5

interface Friend extends Pick<Followed, 'name' | 'isHere'> {
  /** In today's game at the level; undefined if it is not finished. */
  readonly margin: number | undefined
}

interface News {
  readonly friends: readonly Friend[]
  /** The answer to the player's request to teach. */
  readonly teaching: TeachAnswer | undefined
}

/** Those who are here or have played today; they alone are news. */
function useFriends(today: Day, level: DailyLevel): News {
  const [news, setNews] = useState<News>({ friends: [], teaching: undefined })
  useEffect(() => {
    const ask = () => Promise.all([fetchPeople(), DAILY_API.table(today, level)])
    return takeReply(ask, ([reply, table]) => {
      const friends = friendsIn(reply?.people?.followed ?? [], table)
      setNews({ friends, teaching: reply?.teaching })
    })
  }, [today, level])
  return news
}

function friendsIn(
  followed: readonly Followed[],
  table: DailyTable | undefined,
): readonly Friend[] {
  const margins = new Map(table?.followed?.map(({ name, margin }) => [name, margin]))
  return followed
    .map(({ name, isHere }) => ({ name, isHere, margin: margins.get(name) }))
    .filter(({ isHere, margin }) => isHere || margin !== undefined)
    .sort((a, b) => Number(b.isHere) - Number(a.isHere))
}
