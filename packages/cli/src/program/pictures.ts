import {
  BOARDS,
  PICTURE_FORMATS,
  PICTURE_SIZES,
  PICTURE_THEMES,
  PIECES,
  type PictureFormat,
  PLAIN_MANNER,
} from '@hokito/picture'
import { COLORS } from '@hokito/rules'
import { Option } from 'commander'
import { readWhole } from '../arguments.ts'
import { EXIT, UserError } from '../io.ts'
import {
  type AddCommand,
  compensationOption,
  endRuleOption,
  examples,
  LATE_HFEN,
} from './options.ts'

/** `hokito picture`. */
export const addPicture: AddCommand = (program, io, exit) => {
  program
    .command('picture')
    .description('draw a position or a game as SVG, PNG or animated GIF')
    .argument('<source...>', 'a deal number, an HFEN, an HGN file, or - for standard input')
    .addOption(
      new Option(
        '--format <format>',
        'the format (default: from the name of --out, else svg)',
      ).choices(PICTURE_FORMATS),
    )
    .option('--size <pixels>', 'width and height in pixels (default: 660, for a GIF 480)')
    .addOption(
      new Option('--theme <theme>', 'colours of the picture')
        .choices(PICTURE_THEMES)
        .default('light'),
    )
    .addOption(
      new Option('--board <name>', 'board of the picture (default: by the theme)').choices(BOARDS),
    )
    .addOption(
      new Option('--pieces <name>', 'pieces of the picture (default: by the theme)').choices(
        PIECES,
      ),
    )
    .addOption(
      new Option('--view <color>', 'the side at the bottom').choices(COLORS).default('black'),
    )
    .option('--ply <number>', 'show the board after this many moves (default: after the last)')
    .addOption(endRuleOption())
    .addOption(compensationOption())
    .option('--out <file>', 'the file to write; without it, an SVG goes to standard output')
    .addHelpText(
      'after',
      examples(
        'hokito picture game.hgn --out game.gif',
        'hokito picture game.hgn --ply 12 --theme dark --out position.png',
        `hokito picture "${LATE_HFEN}" > position.svg`,
      ),
    )
    .action(async (source, options) => {
      const { endRule, compensation, theme, board, pieces, view, ply, out: file, size } = options
      const out = file === '-' ? undefined : file
      const format = options.format ?? formatOf(out)
      const { runPicture } = await import('../commands/picture.ts')
      const wish = {
        source,
        options: { endRule, compensation },
        format,
        size: readSize(size, format),
        manner: { ...PLAIN_MANNER, theme, sets: { board, pieces }, orientation: view },
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
    `--format is needed if --out does not end with .svg, .png or .gif: ${file}`,
    EXIT.usage,
  )
}

function readSize(text: string | undefined, format: PictureFormat): number {
  const { least, most, usual } = PICTURE_SIZES[format]
  if (text === undefined) return usual
  return readWhole(text, `--size for ${format}`, least, most)
}
