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
 * lists open from the header in one sheet, without the buttons. The lists are popovers, so they work before the script has
 * loaded, and without it.
 */
export function SiteNav({ route }: { route: string }) {
  const t = useTranslate()
  return (
    <nav id={NAV_ID} class="site-nav" popover="auto" aria-label={t('nav.label')}>
      {useGroups().map(({ id, label, icon, links, others = [] }) => (
        <div key={id} class="nav-group">
          <button
            type="button"
            popovertarget={`nav-${id}`}
            aria-current={
              [...links.map(([href]) => href), ...others].some((href) => isWithin(route, href))
                ? 'true'
                : undefined
            }
          >
            {icon}
            {label}
          </button>
          <ul id={`nav-${id}`} class="nav-links" popover="auto" aria-label={label}>
            {links.map(([href, name, address = href]) => (
              <li key={href}>
                <a
                  href={address}
                  aria-current={route === href ? 'page' : undefined}
                  onClick={closeMenus}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

// --- internal ---

/** A page of the menu: its route, its name and, if it differs from the route, its address. */
type NavLink = readonly [route: string, name: string, address?: string]

/** Makes a link to a page as the menu names it. */
function useLink() {
  const at = useAddress()
  return (route: string, name: string): NavLink => [route, name, at(route)]
}

/** The groups and their pages; the most wanted comes first, where a thumb or an eye falls. */
function useGroups() {
  const t = useTranslate()
  const link = useLink()
  return [
    {
      id: 'play',
      label: t('nav.play'),
      icon: <Icon name="play" />,
      links: [
        [ROUTES.newGame, t('home.playNow'), `${ROUTES.newGame}?opponent=computer`] as NavLink,
        link(ROUTES.online, t('home.online')),
        link(ROUTES.invite, t('home.invite')),
        [`${ROUTES.newGame}?opponent=friend`, t('home.friend')] as NavLink,
        link(ROUTES.table, t('nav.table')),
        link(ROUTES.games, t('nav.games')),
      ],
    },
    {
      id: 'learn',
      label: t('nav.learn'),
      icon: <DrawnIcon path={BOOK} />,
      links: [
        link(ROUTES.learn, t('nav.lessons')),
        link(ROUTES.rules, t('nav.rules')),
        link(ROUTES.strategy, t('nav.strategy')),
        link(ROUTES.analysis, t('nav.analysis')),
        link(ROUTES.study, t('nav.studies')),
        link(ROUTES.replay, t('replay.title')),
      ],
      // A tab of the same game as a replay and an analysis.
      others: [ROUTES.review],
    },
    {
      id: 'puzzles',
      label: t('nav.puzzles'),
      icon: <Icon name="hint" />,
      links: [
        link(puzzleRoute('daily'), t('nav.puzzleOfDay')),
        link(puzzleRoute('practice'), t('nav.practice')),
        link(puzzleRoute('rush'), t('nav.rush')),
        link(ROUTES.daily, t('nav.daily')),
        link(ROUTES.puzzles, t('nav.allPuzzles')),
      ],
    },
    {
      id: 'watch',
      label: t('nav.watch'),
      icon: <DrawnIcon path={EYE} />,
      links: [link(ROUTES.watch, t('nav.running')), link(ROUTES.explorer, t('nav.explorer'))],
    },
    {
      id: 'community',
      label: t('nav.community'),
      icon: <DrawnIcon path={PAIR} />,
      links: [
        link(ROUTES.tournaments, t('nav.tournaments')),
        link(ROUTES.people, t('nav.people')),
        link(ROUTES.class, t('nav.classes')),
      ],
    },
  ]
}

/** Whether a route is a page, or one of the pages below it. */
function isWithin(route: string, page: string): boolean {
  return route === page || route.startsWith(`${page}/`)
}

/** The document stays when another page is shown in it, so what lies open must be closed. */
function closeMenus(): void {
  // Browsers without popovers do not know the selector either.
  if (!('popover' in HTMLElement.prototype)) return
  for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
}
