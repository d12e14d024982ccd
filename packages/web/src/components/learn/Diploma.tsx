import { useId, useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { download } from '../../models/game/share.ts'
import { DIPLOMA, diplomaPng, drawDiploma } from '../../models/learn/diploma.ts'
import { LESSON_IDS } from '../../models/learn/lesson-ids.ts'
import { examplePosition } from '../../models/replay/example-game.ts'
import { useServices } from '../../services.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { formatDate } from '../../words/dates.ts'
import './diploma.css'

/** The diploma of a learner who has done all lessons, to print or to keep as a picture. */
export function Diploma() {
  const t = useTranslate()
  const id = useId()
  const { accountName, language, now } = useServices()
  const [name, setName] = useState(accountName.value ?? '')
  const [fault, setFault] = useSaying()
  const spoken = language.speech.value.language
  const svg = useMemo(
    () =>
      drawDiploma(
        {
          title: t('learn.diploma.title'),
          name: name.trim(),
          lines: [
            t('learn.diploma.knows'),
            t('learn.diploma.lessons', { count: LESSON_IDS.length }),
          ],
          date: formatDate(spoken, now(), 'long'),
          site: location.host,
        },
        examplePosition(),
      ),
    [t, name, spoken, now],
  )
  const savePng = () => {
    setFault(undefined)
    diplomaPng(svg).then(
      (png) => download('hokito-diploma.png', png),
      () => setFault((t) => t('notice.pictureFailed')),
    )
  }
  return (
    <section class="diploma" id="diploma">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        width={DIPLOMA.width}
        height={DIPLOMA.height}
        alt={t('learn.diploma.title')}
      />
      <div class="field">
        <label for={id}>{t('learn.diploma.name')}</label>
        <input
          id={id}
          class="input"
          maxLength={LONGEST_NAME}
          autocomplete="nickname"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <div class="button-row">
        <button type="button" class="button" onClick={() => print()}>
          {t('learn.diploma.print')}
        </button>
        <button type="button" class="button" onClick={savePng}>
          {t('end.savePng')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => download('hokito-diploma.svg', new Blob([svg], { type: 'image/svg+xml' }))}
        >
          {t('end.saveSvg')}
        </button>
      </div>
      <p class="fault" role="alert">
        {fault}
      </p>
    </section>
  )
}

// --- internal ---

const LONGEST_NAME = 32
