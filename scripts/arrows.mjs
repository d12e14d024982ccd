// @ts-check
/**
 * `node scripts/arrows.mjs [checkout]`: the arrows between the rooms of each house, each with its
 * number of imports, and how many arrows point upwards or in a circle.
 */
import { circlesIn, importsIn } from './imports.mjs'
import { arrowsOf, HOUSES } from './rooms.mjs'
import { ROOT, tell } from './setup.mjs'

const imports = importsIn(process.argv[2] ?? ROOT)
for (const [name, house] of Object.entries(HOUSES)) {
  const arrows = arrowsOf(house, name, imports)
  const backUp = arrows.filter(({ isBackUp }) => isBackUp)
  for (const { from, to, isBackUp, imports: along } of arrows) {
    tell(`${isBackUp ? '↑' : ' '} ${from} → ${to} (${along.length})`)
  }
  tell(`${name}: ${house.flat().length} rooms, ${arrows.length} arrows, ${backUp.length} back up`)
}
tell(`everywhere: ${circlesIn(imports).length} circles`)
