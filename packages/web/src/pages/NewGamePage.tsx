import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { formOfHistory, formOfStep, keepInHistory } from '../components/local/form-history.ts'
import type { ArrangingUnderWay } from '../components/local/HandmadeSetup.tsx'
import { NewGameFormView } from '../components/local/NewGameFormView.tsx'
import { withTexts } from '../components/site/with-texts.tsx'
import { chapterAt } from '../models/learn/chapter-game.ts'
import { createKeptForm } from '../models/local/kept-form.ts'
import type { NewGameTerms } from '../models/local/local-game.ts'
import {
  type FormError,
  formDefaults,
  formToKeep,
  type NewGameForm,
  readForm,
  withBeginning,
  withColor,
} from '../models/local/new-game-form.ts'
import { startGame } from '../models/local/start-game.ts'
import { gameRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { lazily } from '../ui/lazily.tsx'

/**
 * A form for opponent, colour, setup, end rule and clock; then, if chosen, a board to make the
 * setup.
 */
export function NewGamePage() {
  // A link with another opponent or beginning opens a new form.
  return <OneForm key={useLocation().url} />
}

// --- internal ---

function OneForm() {
  const services = useServices()
  const { route, query } = useLocation()
  const [step] = useState(formOfStep)
  const { form, setForm, keep, error, setError, change } = useForm(step)
  const isMadeFirst = query.edit !== undefined && step === undefined
  const { made, make, unmake } = useMade(isMadeFirst || step !== undefined ? form : undefined)
  const [isFirst, setFirst] = useState(isMadeFirst)
  const [dividing, setDividing] = useState<NewGameTerms | undefined>(undefined)
  const underWay = useRef<ArrangingUnderWay | undefined>(undefined)
  const start = (filled: NewGameForm) => {
    const terms = readForm(filled, services.randomBytes)
    // The game replaces the setup in the browser's history, so that Back leads to the form.
    const isInPlace = made !== undefined && !isFirst
    if (terms.ok) {
      keep()
      if (form.isDivided) return setDividing(terms.value)
      return route(gameRoute(startGame(services, terms.value)), isInPlace)
    }
    if (terms.error.kind === 'unmade') return make(filled)
    setError(terms.error)
    unmake()
  }
  if (dividing !== undefined) {
    return (
      <DividingSetup
        terms={dividing}
        onStart={(terms) => route(gameRoute(startGame(services, terms)), true)}
        onBack={() => setDividing(undefined)}
      />
    )
  }
  if (made !== undefined) {
    return (
      <HandmadeSetup
        form={made}
        isFirst={isFirst}
        underWay={underWay}
        onStart={(text) => start(withBeginning(made, text))}
        onBack={(text) => {
          if (text !== undefined) setForm(withBeginning(form, text))
          unmake()
          setFirst(false)
        }}
      />
    )
  }
  const chapter = chapterAt(services.tabStorage, query.position)
  return (
    <NewGameFormView
      form={form}
      idea={chapter && <ChapterIdea chapter={chapter} />}
      error={error}
      change={change}
      onSubmit={() => start(form)}
      onEdit={() => make(form)}
    />
  )
}

/**
 * The form, its error and the changes of it: first that of a step if there is one, else as it was
 * left, or from the address and the last game.
 */
function useForm(step: NewGameForm | undefined) {
  const { deviceStorage, hasComputer } = useServices()
  const { query } = useLocation()
  const [kept] = useState(() => createKeptForm(deviceStorage))
  const defaults = () => formDefaults(query, { hasComputer, last: kept.read() })
  const [form, setForm] = useState<NewGameForm>(() => step ?? withHistory(defaults()))
  const [error, setError] = useState<FormError | undefined>(undefined)
  const change = (changes: Partial<NewGameForm>) => {
    const changed = { ...form, ...changes }
    setForm(changed)
    keepInHistory(changed)
    setError(undefined)
  }
  const keep = () => kept.write(formToKeep(form, query, kept.read()))
  return { form, setForm, keep, error, setError, change }
}

/** The form whose setup is being made; undefined while none is. Forward leads back to one. */
function useMade(first: NewGameForm | undefined) {
  const { randomBytes } = useServices()
  const drawn = (filled: NewGameForm) => withColor(filled, randomBytes)
  const [made, setMade] = useState(() => first && drawn(first))
  useEffect(() => {
    const follow = () => {
      const next = formOfStep()
      if (next !== undefined) setMade(withColor(next, randomBytes))
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [randomBytes])
  return {
    made,
    make: (filled: NewGameForm) => setMade(drawn(filled)),
    unmake: () => setMade(undefined),
  }
}

/** The form as it was left, after Back or Forward. The setup text still comes from the address. */
function withHistory(form: NewGameForm): NewGameForm {
  const left = formOfHistory()
  if (left === undefined) return form
  return { ...left, setupText: left.setup === form.setup ? form.setupText : '' }
}

/** The setup board is loaded on demand. */
const HandmadeSetup = lazily(async () =>
  withTexts(['setup'], (await import('../components/local/HandmadeSetup.tsx')).HandmadeSetup),
)

/** Loaded for a game that a chapter of the course leads to. */
const ChapterIdea = lazily(
  async () => (await import('../components/game/FromChapter.tsx')).ChapterIdea,
)

/** Loaded when a game is divided. */
const DividingSetup = lazily(async () =>
  withTexts(['setup'], (await import('../components/local/DividingSetup.tsx')).DividingSetup),
)
