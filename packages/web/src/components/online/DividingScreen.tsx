import { dividerOf, firstMoveDueAt, type GameView } from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { useTabSign } from '../../ui/tab.ts'
import { shownName } from '../../words/shown-name.ts'
import { DivideScreen } from '../setup/DivideScreen.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { OnlineNotice } from './OnlineNotice.tsx'
import { formatCountdown, useCountdown } from './use-countdown.ts'

interface DividingScreenProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
}

/** An online game while one player names the points for White, and the other chooses a side. */
export function DividingScreen({ model, connection, game, record }: DividingScreenProps) {
  const t = useTranslate()
  const own = model.own.value
  const divider = dividerOf(game) ?? 'black'
  const seconds = useCountdown(firstMoveDueAt(game), connection)
  const isOurs = own === divider
  useTabSign(isOurs ? 'turn' : undefined)
  const task = game.division?.stage === 'naming' ? 'name' : 'choose'
  const points = game.terms.compensation ?? 0
  const name = shownName(game.seats[isOurs ? opposite(divider) : divider])
  const values = { name, points: formatPoints(points) }
  const waits = task === 'name' ? 'setup.divide.naming' : 'setup.divide.choosing'
  return (
    <DivideScreen
      position={record.position.value}
      title={t('setup.divide.title')}
      text={isOurs ? t(`setup.divide.${task}`, values) : t(waits, values)}
      task={isOurs ? task : undefined}
      points={points}
      onName={(named) => void model.divide(named)}
      onChoose={(color) => void model.choose(color)}
    >
      <ConnectionNotice connection={connection} />
      <OnlineNotice model={model} />
      {seconds !== undefined && (
        <p class="note" role="timer">
          {t('setup.divide.left', { time: formatCountdown(seconds) })}
        </p>
      )}
      {own !== undefined && (
        <div class="button-row">
          <button type="button" class="button" onClick={() => void model.abort()}>
            {t('online.game.abort')}
          </button>
        </div>
      )}
    </DivideScreen>
  )
}
