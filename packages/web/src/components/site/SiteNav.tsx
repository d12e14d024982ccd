import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { puzzleRoute, ROUTES } from '../../routes.ts'
import { DrawnIcon, Icon } from '../../ui/Icon.tsx'
import { useAddress } from '../../ui/links.ts'
import { BOOK, EYE, PAIR } from '../../ui/page-icons.ts'

/** The menu's element, for the button that opens it where it is closed. */
export const NAV_ID = 'site-nav'

/**
 * The main menu: five groups, each a button that opens the list of its pages. The buttons stand in
 * the header of a wide window and in a bar below on a phone. Beside a board on a small screen all
 * lists open from the header in one sheet, without the buttons. The lists are popovers, so they
 * work before the script has loaded, and without it.
 */
export function SiteNav({ route }: { route: string }) {
  const t = useTranslate()
  const at = useAddress()
  const { query } = useLocation()
  const links = GROUPS.flatMap((group): readonly NavLink[] => group.links)
  // The page shown, or the nearest above it: the lessons for a lesson.
  const here =
    links.find(
      ([href, , who]) => href === route && (!who || who === (query.opponent ?? 'computer')),
    ) ?? links.findLast(([href]) => `${route}/`.startsWith(`${href}/`))
  return (
    <nav id={NAV_ID} class="site-nav" popover="auto" aria-label={t('nav.label')}>
      {GROUPS.map(({ id, icon, links }) => (
        <div key={id} class="nav-group">
          <button
            type="button"
            popovertarget={`nav-${id}`}
            aria-current={links.some((link) => link === here) || undefined}
          >
            {icon}
            {t(`nav.${id}`)}
          </button>
          <ul id={`nav-${id}`} class="nav-links" popover="auto" aria-label={t(`nav.${id}`)}>
            {links.map((link: NavLink) => {
              const [href, name, opponent] = link
              return (
                name && (
                  <li key={name}>
                    <a
                      href={at(href) + (opponent ? `?opponent=${opponent}` : '')}
                      aria-current={link === here ? (route === href ? 'page' : true) : undefined}
                      onClick={closeMenus}
                    >
                      {t(name)}
                    </a>
                  </li>
                )
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}

// --- internal ---

/**
 * The groups and their pages, each with its name and, for a new game, an opponent; the most wanted
 * comes first, where a thumb or an eye falls. Those without a name are in the group, not in its list.
 */
const GROUPS = [
  {
    id: 'play',
    icon: <Icon name="play" />,
    links: [
      [ROUTES.newGame, 'home.playNow', 'computer'],
      [ROUTES.online, 'home.online'],
      [ROUTES.daily, 'nav.daily'],
      [ROUTES.invite, 'home.invite'],
      [ROUTES.newGame, 'home.friend', 'friend'],
      [ROUTES.table, 'nav.table'],
      [ROUTES.games, 'nav.games'],
      [ROUTES.game],
      [ROUTES.play],
    ],
  },
  {
    id: 'learn',
    icon: <DrawnIcon path={BOOK} />,
    links: [
      [ROUTES.learn, 'nav.lessons'],
      [ROUTES.rules, 'nav.rules'],
      [ROUTES.strategy, 'nav.strategy'],
      [ROUTES.analysis, 'nav.analysis'],
      [ROUTES.study, 'nav.studies'],
      [ROUTES.replay, 'replay.title'],
      // A tab of the same game as a replay and an analysis.
      [ROUTES.review],
    ],
  },
  {
    id: 'puzzles',
    icon: <Icon name="hint" />,
    links: [
      [puzzleRoute('daily'), 'nav.puzzleOfDay'],
      [puzzleRoute('practice'), 'nav.practice'],
      [puzzleRoute('rush'), 'nav.rush'],
      [ROUTES.puzzles, 'nav.allPuzzles'],
    ],
  },
  {
    id: 'watch',
    icon: <DrawnIcon path={EYE} />,
    links: [
      [ROUTES.watch, 'nav.running'],
      [ROUTES.explorer, 'nav.explorer'],
    ],
  },
  {
    id: 'community',
    icon: <DrawnIcon path={PAIR} />,
    links: [
      [ROUTES.tournaments, 'nav.tournaments'],
      [ROUTES.people, 'nav.people'],
      [ROUTES.class, 'nav.classes'],
      [ROUTES.tournament],
      ['/player'],
    ],
  },
] as const

type NavLink = readonly [
  route: string,
  name?: (typeof GROUPS)[number]['links'][number][1],
  opponent?: string,
]

/** The document stays when another page is shown in it, so what lies open must be closed. */
function closeMenus(): void {
  // Browsers without popovers do not know the selector either.
  if (!('popover' in HTMLElement.prototype)) return
  for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
}
