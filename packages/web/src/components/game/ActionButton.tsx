import { Icon, type IconName } from '../../ui/Icon.tsx'

interface ActionButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
  readonly isOff?: boolean
  /** Called on a press while the button is off, to say why. Without it the button is disabled. */
  readonly onPressOff?: (() => void) | undefined
  /** Whether only wide windows show it; in small ones the menu has it. */
  readonly isWideOnly?: boolean
  readonly opensDialog?: boolean
  /** Whether most players want it now, so that it stands out. */
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
