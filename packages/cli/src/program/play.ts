import { readBeginning, readColor, readDealOrKind, readWhole } from '../arguments.ts'
import { type AddCommand, endRuleOption, examples } from './options.ts'

/** `hokito play`. */
export const addPlay: AddCommand = (program, io, exit) => {
  program
    .command('play')
    .description('play a game here, against the computer or a friend')
    .option('--level <1-10>', 'how strong the computer plays', '3')
    .option('--best', 'let the computer play as well as it can')
    .option('--color <color>', 'your side: black, white or random', 'black')
    .option('--hot-seat', 'two people at this keyboard')
    .option(
      '--deal <id>',
      'a deal number, or a random deal: standard, mirrored or scattered',
      'standard',
    )
    .option('--position <hfen>', 'begin with this position instead of a deal')
    .addOption(endRuleOption())
    .addHelpText(
      'after',
      examples(
        'hokito play --level 5 --color white',
        'hokito play --hot-seat --deal 77.1234567',
        'hokito play --best --deal scattered --end-rule onTurn',
      ),
    )
    .action(async ({ level, best, color, hotSeat, deal, position, endRule }) => {
      const beginning =
        position === undefined
          ? { kind: 'deal' as const, deal: readDealOrKind(deal, io.randomBytes) }
          : readBeginning([position], endRule)
      const number = readWhole(level, '--level', 1, 10)
      const { runPlay } = await import('../commands/play.ts')
      exit(
        await runPlay(
          {
            level: best === true ? undefined : number,
            color: readColor(color),
            isHotSeat: hotSeat === true,
            beginning,
            endRule,
          },
          io,
        ),
      )
    })
}
