import { useTranslate } from '../../i18n/i18n.ts'
import type { Example } from '../../models/learn/course/chapters.ts'
import { describeExchange } from '../../words/course.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'
import { WhenUsed } from '../game/WhenUsed.tsx'

/** The exchange of an example, counted landing by landing, after its right move and after its wrong one. */
export function CountedExchange({ example }: { readonly example: Example }) {
  const t = useTranslate()
  const title = t('course.exchange.title')
  const { position, move, line, wrong } = example
  const counted = [[move, ...line] as const, ...(wrong === undefined ? [] : [wrong])].map((moves) =>
    describeExchange(t, position, moves),
  )
  return (
    <section class="counted-exchange">
      <h3>{title}</h3>
      <div class="try-board">
        <WhenUsed>{() => <DiagramBoard position={position} label={title} />}</WhenUsed>
      </div>
      {counted.map(({ title: order, steps, end }) => (
        <section key={order}>
          <h4>{order}</h4>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>{end}</p>
        </section>
      ))}
    </section>
  )
}
