/** Drawings of the icons, as strokes on a 24-unit square. */
const ICONS = {
  undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2',
  redo: 'm15 6 5 5-5 5M20 11H10a6 6 0 0 0 0 12h2',
  hint: 'M9 21h6M10 18h4M12 3a6 6 0 0 0-3.5 10.9c.9.7 1.5 1.6 1.5 2.6V17h4v-.5c0-1 .6-1.9 1.5-2.6A6 6 0 0 0 12 3Z',
  flip: 'M7 4v16M7 20l-4-4M7 20l4-4M17 20V4M17 4l-4 4M17 4l4 4',
  flag: 'M5 22V3M5 4h13l-3 4.5L18 13H5',
  draw: 'M4 9h16M4 15h16',
  plus: 'M12 4v16M4 12h16',
  menu: 'M4 6h16M4 12h16M4 18h16',
  check: 'M4 12.5 10 18.5 20 6',
  close: 'M5 5l14 14M19 5 5 19',
  gear: 'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9 7 7M17 17l2.1 2.1M19.1 4.9 17 7M7 17l-2.1 2.1',
  first: 'M19 5l-9 7 9 7ZM6 5v14',
  previous: 'M16 5l-9 7 9 7Z',
  next: 'M8 5l9 7-9 7Z',
  last: 'M5 5l9 7-9 7ZM18 5v14',
  play: 'M7 4l13 8-13 8Z',
  pause: 'M8 4v16M16 4v16',
  again: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  share: 'M9 15l6-6M10 6l2-2a5 5 0 0 1 7 7l-2 2M14 18l-2 2a5 5 0 0 1-7-7l2-2',
  download: 'M12 3v12M7 11l5 5 5-5M4 21h16',
  person: 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM4 21a8 8 0 0 1 16 0',
  computer: 'M4 4h16v11H4ZM9 20h6M12 15v5',
  book: 'M4 5c3-1.5 6-1 8 1 2-2 5-2.5 8-1v14c-3-1.5-6-1-8 1-2-2-5-2.5-8-1ZM12 6v14',
  open: 'M3 6h7l2 3h9v11H3Z',
} as const
export type IconName = keyof typeof ICONS

/** A small line drawing beside a word; it says nothing that the word does not say. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}
