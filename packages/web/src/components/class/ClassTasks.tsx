import { type Class, type ClassChange, type ClassTask, MOST_TASKS } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { isDone } from '../../models/class/tasks.ts'
import { CHAPTERS } from '../../models/learn/course/chapters.ts'
import { LESSON_IDS } from '../../models/learn/lesson-ids.ts'
import { COMPUTER_LEVELS } from '../../models/local/seat.ts'
import { describeTask } from '../../words/class.ts'

interface ClassTasksProps {
  readonly taught: Class
  readonly change: (change: ClassChange) => Promise<{ readonly ok: boolean }>
}

/** The tasks of a class, how many pupils have done each, and a form for another one. */
export function ClassTasks({ taught, change }: ClassTasksProps) {
  const t = useTranslate()
  const { id, tasks, pupils } = taught
  return (
    <section class="class-tasks" aria-labelledby={`tasks-${id}`}>
      <h3 id={`tasks-${id}`}>{t('class.tasks.title')}</h3>
      {tasks.length === 0 ? (
        <p>{t('class.tasks.none')}</p>
      ) : (
        <ul>
          {tasks.map(({ n, task }) => (
            <li key={n}>
              {describeTask(t, task)} ·{' '}
              {t('class.tasks.of', {
                done: pupils.filter(({ done }) => isDone(task, done)).length,
                all: pupils.length,
              })}{' '}
              <button
                type="button"
                class="button button-text"
                onClick={() => void change({ type: 'removeTask', class: id, n })}
              >
                {t('class.tasks.remove', { task: describeTask(t, task) })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {tasks.length < MOST_TASKS && (
        <NewTask
          onTask={(task) => {
            const n = (tasks.at(-1)?.n ?? 0) + 1
            void change({ type: 'addTask', class: id, n, task })
          }}
        />
      )}
    </section>
  )
}

// --- internal ---

const KINDS = ['lesson', 'chapter', 'puzzles', 'level'] as const
type Kind = (typeof KINDS)[number]

const FEWEST_PUZZLES = 10
const MOST_PUZZLES = 5000

function NewTask({ onTask }: { readonly onTask: (task: ClassTask) => void }) {
  const t = useTranslate()
  const [kind, setKind] = useState<Kind>('lesson')
  const [index, setIndex] = useState(0)
  const [count, setCount] = useState(FEWEST_PUZZLES)
  const options = optionsOf(kind)
  return (
    <form
      class="class-form class-task-form"
      onSubmit={(event) => {
        event.preventDefault()
        onTask(options[index] ?? { kind: 'puzzles', count })
      }}
    >
      <KindField
        kind={kind}
        onKind={(chosen) => {
          setKind(chosen)
          setIndex(0)
        }}
      />
      {options.length > 0 ? (
        <label class="field">
          {t('class.tasks.which')}
          <select
            class="select"
            value={index}
            onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
          >
            {options.map((task, at) => (
              <option key={describeTask(t, task)} value={at}>
                {describeTask(t, task)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label class="field">
          {t('class.tasks.count')}
          <input
            class="input"
            type="number"
            required
            min={1}
            max={MOST_PUZZLES}
            value={count}
            onInput={({ currentTarget }) => setCount(Math.round(currentTarget.valueAsNumber || 1))}
          />
        </label>
      )}
      <button type="submit" class="button">
        {t('class.tasks.add')}
      </button>
    </form>
  )
}

interface KindFieldProps {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
}

function KindField({ kind, onKind }: KindFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('class.tasks.kind')}
      <select
        class="select"
        value={kind}
        onChange={({ currentTarget }) =>
          onKind(KINDS.find((each) => each === currentTarget.value) ?? 'lesson')
        }
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`class.tasks.kinds.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** All tasks of a kind; none if a number has to be typed. */
function optionsOf(kind: Kind): readonly ClassTask[] {
  switch (kind) {
    case 'lesson':
      return LESSON_IDS.map((lesson) => ({ kind, lesson }))
    case 'chapter':
      return CHAPTERS.map(({ id, exercises }) => ({
        kind,
        chapter: id,
        exercises: exercises.length,
      }))
    case 'level':
      return COMPUTER_LEVELS.flatMap((level) => (level === 'best' ? [] : [{ kind, level }]))
    case 'puzzles':
      return []
  }
}
