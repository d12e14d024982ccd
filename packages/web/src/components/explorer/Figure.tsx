import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'

interface FigureProps {
  readonly title: string
  readonly note?: string | undefined
  /** The same as numbers, for screen readers and for exact values. */
  readonly table: FigureTable
  readonly children: ComponentChildren
}

/** Rows of texts; the first text of each names the row. */
export interface FigureTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A plot with its title, and the same data as a table. */
export function Figure({ title, note, table, children }: FigureProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        {note !== undefined && <p class="note">{note}</p>}
      </figcaption>
      {children}
      <details class="plot-table">
        <summary aria-label={t('explorer.tableOf', { title })}>{t('explorer.table')}</summary>
        <Table {...table} title={title} />
      </details>
    </figure>
  )
}

// --- internal ---

function Table({ head, rows, title }: FigureTable & { readonly title: string }) {
  return (
    // A wide table scrolls by itself, by keys too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached.
    <section class="plot-scroll" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([about, ...cells]) => (
            <tr key={about}>
              <th scope="row">{about}</th>
              {cells.map((cell, n) => (
                // The columns never change places.
                <td key={n}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
