import { Icon, type IconName } from '../../ui/Icon.tsx'

interface ActionButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
  readonly isOff?: boolean
  /** Called instead where it is off, to say why; without it nothing can be pressed. */
  readonly onPressOff?: (() => void) | undefined
  /** Is it left to the menu where there is little room? */
  readonly isWideOnly?: boolean
  readonly opensDialog?: boolean
  /** Is it what most people want now? */
  readonly isMain?: boolean
}

/** One of the buttons under or beside the board. */
export function ActionButton(props: ActionButtonProps) {
  const isOff = props.isOff === true
  return (
    <button
      type="button"
      class={`button action${props.isWideOnly === true ? ' wide-only' : ''}${props.isMain === true ? ' button-main' : ''}`}
      disabled={isOff && props.onPressOff === undefined}
      aria-disabled={isOff || undefined}
      aria-haspopup={props.opensDialog === true ? 'dialog' : undefined}
      onClick={isOff ? props.onPressOff : props.onPress}
    >
      <Icon name={props.icon} />
      {props.label}
    </button>
  )
}
