import type { ComponentChild } from 'preact'

interface WideLinkProps {
  readonly href: string
  readonly icon: ComponentChild
  readonly title: string
  readonly note: string
  readonly isMain?: boolean
}

/** A link as wide as the column, with a second line. */
export function WideLink({ href, icon, title, note, isMain = false }: WideLinkProps) {
  return (
    <a class={`button button-wide${isMain ? ' button-main' : ''}`} href={href}>
      {icon}
      <span>
        {title}
        <small>{note}</small>
      </span>
    </a>
  )
}
