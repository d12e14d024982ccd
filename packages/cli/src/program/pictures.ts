import {
  PICTURE_FORMATS,
  PICTURE_SIZES,
  PICTURE_THEMES,
  type PictureFormat,
  PLAIN_MANNER,
} from '@hokito/picture'
import { COLORS } from '@hokito/rules'
import { Option } from 'commander'
import { readWhole } from '../arguments.ts'
import { EXIT, UserError } from '../io.ts'
import { type AddCommand, endRuleOption, examples, LATE_HFEN } from './options.ts'

/** `hokito picture`. */
export const addPicture: AddCommand = (program, io, exit) => {
  program
    .command('picture')
    .description('draw a position or a game as SVG, PNG or animated GIF')
    .argument('<source...>', 'a deal number, an HFEN, an HGN file, or - for standard input')
    .addOption(
      new Option('--format <format>', 'what to make (default: as --out ends, or svg)').choices(
        PICTURE_FORMATS,
      ),
    )
    .option('--size <pixels>', 'pixels a side (default: 660, of a GIF 480)')
    .addOption(
      new Option('--theme <theme>', 'its colours').choices(PICTURE_THEMES).default('light'),
    )
    .addOption(new Option('--view <color>', 'whose side is below').choices(COLORS).default('black'))
    .option('--ply <number>', 'after how many moves (default: after the last)')
    .addOption(endRuleOption())
    .option('--out <file>', 'where to write it; an SVG goes to standard output without it')
    .addHelpText(
      'after',
      examples(
        'hokito picture game.hgn --out game.gif',
        'hokito picture game.hgn --ply 12 --theme dark --out position.png',
        `hokito picture "${LATE_HFEN}" > position.svg`,
      ),
    )
    .action(async (source, options) => {
      const { endRule, theme, view, ply, out: file, size } = options
      const out = file === '-' ? undefined : file
      const format = options.format ?? formatOf(out)
      const { runPicture } = await import('../commands/picture.ts')
      const wish = {
        source,
        endRule,
        format,
        size: readSize(size, format),
        manner: { ...PLAIN_MANNER, theme, orientation: view },
        ply: ply === undefined ? undefined : readWhole(ply, '--ply', 0, 36),
        out,
      }
      exit(await runPicture(wish, io))
    })
}

// --- internal ---

/** The format of a file, from the extension of its name. */
function formatOf(file: string | undefined): PictureFormat {
  if (file === undefined) return 'svg'
  const format = PICTURE_FORMATS.find((each) => file.toLowerCase().endsWith(`.${each}`))
  if (format !== undefined) return format
  throw new UserError(
    `--format is needed where --out does not end with .svg, .png or .gif: ${file}`,
    EXIT.usage,
  )
}

function readSize(text: string | undefined, format: PictureFormat): number {
  const { least, most, usual } = PICTURE_SIZES[format]
  if (text === undefined) return usual
  return readWhole(text, `--size for ${format}`, least, most)
}
