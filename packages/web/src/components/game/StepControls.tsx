import type { ComponentChildren, ComponentProps, Ref, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Walk } from '../../models/game/walk.ts'
import { IconButton } from './IconButton.tsx'

interface StepControlsProps {
  readonly walk: Walk
  readonly onFlip: () => void
  /** The button to the next position, for a caller that gives it the focus. */
  readonly nextRef?: Ref<HTMLButtonElement>
  /** A further button. */
  readonly children?: ComponentChildren
}

/** A slider and buttons that step through a game. */
export function StepControls({ walk, onFlip, nextRef, children }: StepControlsProps) {
  const t = useTranslate()
  const { ply, go, isPlaying, togglePlaying } = walk
  const last = walk.last.value
  const controls = useRef<HTMLDivElement>(null)
  useBoardInView(controls, ply.value)
  return (
    <div class="step-controls" ref={controls}>
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
          buttonRef={nextRef}
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
        <Step label={t('game.flip')} icon="flip" onPress={onFlip} />
        {children}
      </div>
    </div>
  )
}

// --- internal ---

/** A press elsewhere, such as on a move far down the page, brings the board into view. */
function useBoardInView(controls: RefObject<HTMLElement | null>, ply: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is the occasion.
  useEffect(() => {
    const board = controls.current?.closest('.game')?.querySelector('.game-board')
    board?.scrollIntoView({ block: 'nearest' })
  }, [ply])
}

type StepProps = Omit<ComponentProps<typeof IconButton>, 'class'>

function Step(props: StepProps) {
  return <IconButton class="button action" {...props} />
}
