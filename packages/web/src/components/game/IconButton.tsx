import type { Ref } from 'preact'
import { Icon, type IconName } from '../../ui/Icon.tsx'

interface IconButtonProps {
  readonly icon: IconName
  /** The action, for screen readers and as a tooltip. */
  readonly label: string
  readonly class: string
  readonly isOff?: boolean
  readonly onPress: () => void
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined
}

/** A button with a picture instead of words. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, isOff, onPress, buttonRef } = props
  return (
    <button
      ref={buttonRef ?? null}
      type="button"
      class={props.class}
      aria-label={label}
      title={label}
      disabled={isOff === true}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
