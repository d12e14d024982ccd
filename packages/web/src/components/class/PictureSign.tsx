import type { PictureWord } from '@hokito/protocol'

/** The drawing of a word, for children who cannot read yet or read another language. */
export function PictureSign({ word }: { readonly word: PictureWord }) {
  return (
    <svg class="picture-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SIGNS[word]} />
    </svg>
  )
}

// --- internal ---

/** Outlines in a square of 24. */
const SIGNS: Readonly<Record<PictureWord, string>> = {
  anchor: 'M12 8v13M8 11h8M4 14c0 5 4 7 8 7s8-2 8-7M12 3a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5',
  apple:
    'M12 8c-4-3-8 0-8 5 0 4 3 8 5 8 1.500 0 1.500-1 3-1s1.500 1 3 1c2 0 5-4 5-8 0-5-4-8-8-5c0-3 1-5 3-6',
  ball: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  bell: 'M5 18c2-2 1-10 4-12 2-2 4-2 6 0 3 2 2 10 4 12zM10 18c0 4 4 4 4 0M12 2v2',
  bird: 'M3 14c4 6 12 6 14-2l4-2-4-2c-1-4-7-4-8 0 0 4-3 4-6 6M9 12c3 0 5 1 5 3M14 8h.01',
  boat: 'M3 16h18l-3 5H6zM11 3v11M11 3l7 9h-7M9 6l-4 7h4',
  book: 'M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1v14',
  candle: 'M8 11h8v10H8zM12 11V8M12 2c3 3 2 6 0 6s-3-3 0-6M4 21h16',
  cat: 'M5 10V3l4 3h6l4-3v7c2 6-2 11-7 11S3 16 5 10M9 12h.01M15 12h.01M10 16c1 1 3 1 4 0M2 14l4 1M22 14l-4 1',
  cloud: 'M7 19a5 5 0 0 1 0-10c1-5 9-5 10 0a5 5 0 0 1 0 10z',
  cup: 'M4 6h12v9c0 4-2 5-4 5H8c-2 0-4-1-4-5zM16 8c6 0 6 7 0 7',
  drop: 'M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13',
  fish: 'M2 12c5-8 11-7 15-1l5-5v12l-5-5c-4 6-10 7-15-1M7 11h.01',
  flag: 'M5 22V3h14l-4 5 4 5H5',
  flower:
    'M12 6a3 3 0 1 0 0 6a3 3 0 1 0 0-6M12 6c-2-6 4-6 1 0M15 9c6-2 6 4 0 1M9 9c-6-2-6 4 0 1M12 12v10M12 18c2-4 5-4 6-3-1 3-4 4-6 3',
  hat: 'M2 18c6 3 14 3 20 0M6 18V8c3-3 9-3 12 0v10M6 14c4 2 8 2 12 0',
  heart: 'M12 21C4 15 2 11 3 7c2-5 8-4 9 1 1-5 7-6 9-1 1 4-1 8-9 14',
  house: 'M3 12l9-9 9 9M5 10v11h14V10M10 21v-6h4v6',
  key: 'M7 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M11 12h11M18 12v4M21 12v3',
  kite: 'M13 2l7 8-9 7-6-9zM5 8l15 2M13 2l-2 15M11 17c-4 1-2 4-5 5',
  ladder: 'M7 2v20M17 2v20M7 6h10M7 11h10M7 16h10',
  leaf: 'M4 20C2 8 10 3 21 3c0 11-5 19-14 16M4 20c3-6 7-9 12-12',
  moon: 'M15 3a9.500 9.500 0 1 0 6 14C13 18 10 10 15 3',
  mountain: 'M2 20L9 6l4 7 3-4 6 11zM7 10l2 2 2-2',
  mushroom: 'M3 12c0-6 4-9 9-9s9 3 9 9zM9 12v7c0 3 6 3 6 0v-7M8 8h.01M13 7h.01M17 9h.01',
  snail: 'M3 20h15c4 0 4-6 2-8M20 12l-1-4M20 12l3-3M16 20a7 7 0 1 1-2-12c4 2 3 8-1 8s-4-5-1-5',
  spoon: 'M12 2c5 0 5 9 0 9s-5-9 0-9M12 11v11',
  star: 'M12 2l3 7 7 .500-5.500 5L18 22l-6-4-6 4 1.500-7.500L2 9.500 9 9z',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  tree: 'M12 2L5 10h4l-5 7h16l-5-7h4zM12 17v5',
  umbrella: 'M2 12c0-12 20-12 20 0zM12 2v1M12 12v7c0 4-4 3-4 0',
  wheel:
    'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4M12 3v7M12 14v7M3 12h7M14 12h7',
}
