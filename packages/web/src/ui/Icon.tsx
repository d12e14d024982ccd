/** Drawings of the icons, as strokes on a 24-unit square. */
const ICONS = {
  undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2',
  redo: 'm15 6 5 5-5 5M20 11H10a6 6 0 0 0 0 12h2',
  hint: 'M9 21h6M10 18h4M12 3a6 6 0 0 0-3.5 10.9c.9.7 1.5 1.6 1.5 2.6V17h4v-.5c0-1 .6-1.9 1.5-2.6A6 6 0 0 0 12 3Z',
  flip: 'M7 4v16M7 20l-4-4M7 20l4-4M17 20V4M17 4l-4 4M17 4l4 4',
  flag: 'M5 22V3M5 4h13l-3 4.5L18 13H5',
  draw: 'M4 9h16M4 15h16',
  plus: 'M12 4v16M4 12h16',
  layout: 'M4 4h16v16H4ZM4 12h16M12 4v16',
  keys: 'M2 6h20v12H2ZM6 10h.2M10 10h.2M14 10h.2M18 10h.2M7 14h10',
  menu: 'M4 6h16M4 12h16M4 18h16',
  more: 'M4 12h2M11 12h2M18 12h2',
  check: 'M4 12.5 10 18.5 20 6',
  close: 'M5 5l14 14M19 5 5 19',
  speech: 'M4 4h16v12H10l-5 4v-4H4Z',
  question: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.1.7-1.7 1.4-1.7 2.7M12 19.5v.2',
  gear: 'M10 4.9 10.1 2.2H13.9L14 4.9A7.4 7.4 0 0 1 15.6 5.6L17.6 3.7 20.3 6.4 18.4 8.4A7.4 7.4 0 0 1 19.1 10L21.8 10.1V13.9L19.1 14A7.4 7.4 0 0 1 18.4 15.6L20.3 17.6 17.6 20.3 15.6 18.4A7.4 7.4 0 0 1 14 19.1L13.9 21.8H10.1L10 19.1A7.4 7.4 0 0 1 8.4 18.4L6.4 20.3 3.7 17.6 5.6 15.6A7.4 7.4 0 0 1 4.9 14L2.2 13.9V10.1L4.9 10A7.4 7.4 0 0 1 5.6 8.4L3.7 6.4 6.4 3.7 8.4 5.6A7.4 7.4 0 0 1 10 4.9ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  first: 'M18 5l-7 7 7 7M6 5v14',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  last: 'M6 5l7 7-7 7M18 5v14',
  play: 'M7 4l13 8-13 8Z',
  pause: 'M8 4v16M16 4v16',
  again: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  share: 'M9 15l6-6M10 6l2-2a5 5 0 0 1 7 7l-2 2M14 18l-2 2a5 5 0 0 1-7-7l2-2',
  download: 'M12 3v12M7 11l5 5 5-5M4 21h16',
  computer: 'M4 4h16v11H4ZM9 20h6M12 15v5',
  friends: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M18 8v6M15 11h6',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  bin: 'M4 7h16M10 7V4h4v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  open: 'M3 6h7l2 3h9v11H3Z',
} as const
export type IconName = keyof typeof ICONS

/** A small line drawing beside a word; it adds nothing to the word's meaning. */
export function Icon({ name }: { name: IconName }) {
  return <DrawnIcon path={ICONS[name]} />
}

/** The same with a drawing that no game shows (`page-icons.ts`). */
export function DrawnIcon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
