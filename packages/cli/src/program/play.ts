import { RANDOM_SETUPS } from '@hokito/rules'
import { readBeginning, readColor, readDealOrKind, readWhole } from '../arguments.ts'
import {
  type AddCommand,
  compensationOption,
  endRuleOption,
  examples,
  LEVELS_HELP,
} from './options.ts'

/** `hokito play`. */
export const addPlay: AddCommand = (program, io, exit) => {
  program
    .command('play')
    .description('play a game here, against the computer or a friend')
    .option('--level <1-10>', 'how strong the computer plays', '3')
    .option('--best', 'let the computer play as well as it can')
    .option('--colour, --color <color>', 'your side: black, white or random', 'black')
    .option('--hot-seat', 'play as two people at this keyboard')
    .option(
      '--deal <id>',
      `a deal number, or a random deal: ${RANDOM_SETUPS.join(', ')}`,
      'standard',
    )
    .option('--position <hfen>', 'begin with this position instead of a deal')
    .addOption(endRuleOption())
    .addOption(compensationOption())
    .addHelpText('after', LEVELS_HELP)
    .addHelpText(
      'after',
      examples(
        'hokito play --level 5 --color white',
        'hokito play --hot-seat --deal 77.1234567',
        'hokito play --level 7 --compensation 13.5',
        'hokito play --best --deal scattered --end-rule onTurn',
      ),
    )
    .action(async ({ level, best, color, hotSeat, deal, position, endRule, compensation }) => {
      const beginning =
        position === undefined
          ? { kind: 'deal' as const, deal: readDealOrKind(deal, io.randomBytes) }
          : readBeginning([position], { endRule, compensation })
      const number = readWhole(level, '--level', 1, 10)
      const { runPlay } = await import('../commands/play.ts')
      exit(
        await runPlay(
          {
            level: best === true ? undefined : number,
            color: readColor(color),
            isHotSeat: hotSeat === true,
            beginning,
            options: { endRule, compensation },
          },
          io,
        ),
      )
    })
}
