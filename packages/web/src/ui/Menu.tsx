import { Icon, type IconName } from './Icon.tsx'

/** An item of a menu. */
export interface MenuItem {
  readonly icon: IconName
  readonly label: string
  readonly onChoose: () => void
  readonly isOff?: boolean
  /** Is it useful only with a keyboard, or only while no visible button does the same? */
  readonly where?: 'for-keys' | 'narrow-only'
}

/** Buttons one below the other, as dialogs show their actions. */
export function Menu({ items }: { items: readonly MenuItem[] }) {
  return (
    <div class="menu">
      {items.map(({ icon, label, onChoose, isOff, where }) => (
        <button
          key={label}
          type="button"
          class={where === undefined ? 'button' : `button ${where}`}
          disabled={isOff === true}
          onClick={onChoose}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  )
}
