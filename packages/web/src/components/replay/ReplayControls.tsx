import { useTranslate } from '../../i18n/i18n.ts'
import type { ReplayModel } from '../../models/replay/replay-model.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'

/** Slider and buttons that walk through a record. */
export function ReplayControls({ model, onFlip }: { model: ReplayModel; onFlip: () => void }) {
  const t = useTranslate()
  const { ply, last, go, isPlaying, togglePlaying } = model
  return (
    <div class="replay-controls">
      <input
        type="range"
        min={0}
        max={last}
        value={ply.value}
        disabled={last === 0}
        aria-label={t('replay.slider')}
        aria-valuetext={t('replay.position', { ply: ply.value, last })}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <div class="actions">
        <Step
          label={t('replay.first')}
          icon="first"
          isOff={ply.value === 0}
          onPress={() => go(0)}
        />
        <Step
          label={t('replay.previous')}
          icon="previous"
          isOff={ply.value === 0}
          onPress={() => go(ply.value - 1)}
        />
        <Step
          label={isPlaying.value ? t('replay.pause') : t('replay.play')}
          icon={isPlaying.value ? 'pause' : 'play'}
          isOff={last === 0}
          onPress={togglePlaying}
        />
        <Step
          label={t('replay.next')}
          icon="next"
          isOff={ply.value === last}
          onPress={() => go(ply.value + 1)}
        />
        <Step
          label={t('replay.last')}
          icon="last"
          isOff={ply.value === last}
          onPress={() => go(last)}
        />
        <Step label={t('game.flip')} icon="flip" isOff={false} onPress={onFlip} />
      </div>
    </div>
  )
}

// --- internal ---

interface StepProps {
  readonly label: string
  readonly icon: IconName
  readonly isOff: boolean
  readonly onPress: () => void
}

function Step({ label, icon, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      class="button action"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
