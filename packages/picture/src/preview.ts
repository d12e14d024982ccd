import { score } from '@hokito/rules'
import { AROUND, drawInside, PICTURE_SIDE } from './board.ts'
import { colorsOf } from './colors.ts'
import { element } from './element.ts'
import { drawText } from './glyphs.ts'
import { PLAIN_MANNER, type Scene } from './scene.ts'

/** The size of link previews. */
export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

/** A position as a link preview: the board with both scores and White's compensation beside it. */
export function drawPreview(scene: Scene): string {
  const { position } = scene
  const points = score(position)
  const { paper } = COLORS
  const scale = PREVIEW_HEIGHT / PICTURE_SIDE
  const place = `scale(${scale}) translate(${-AROUND.x} ${-AROUND.y})`
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: PREVIEW_WIDTH,
      height: PREVIEW_HEIGHT,
      viewBox: `0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}`,
    },
    [
      element('rect', { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, fill: paper }),
      element('g', { transform: place }, drawInside(scene, PLAIN_MANNER)),
      // White is above, because it sits at the top of the board.
      drawPoints(points.white, 210, { fill: COLORS.whiteFace, stroke: COLORS.whiteEdge }),
      drawCompensation(position.compensation),
      drawPoints(points.black, 420, { fill: COLORS.blackFace, stroke: COLORS.blackMark }),
    ].join(''),
  )
}

// --- internal ---

const COLORS = colorsOf('light')

/** White's compensation, smaller, below its points; nothing if there is none. */
function drawCompensation(points: number): string {
  if (points === 0) return ''
  return drawText(`+${points}`, { x: 1000, y: 322, height: 36, color: COLORS.ink })
}

/** Draws a side's points behind a disc of its colour. */
function drawPoints(
  points: number,
  y: number,
  disc: { readonly fill: string; readonly stroke: string },
): string {
  const place = { x: 1000, y: y + 45, height: 90, color: COLORS.ink }
  return (
    element('circle', { cx: 780, cy: y, r: 52, ...disc, 'stroke-width': 5 }) +
    drawText(String(points), place)
  )
}
