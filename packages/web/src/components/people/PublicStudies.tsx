import type { PublicStudy } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchPublicStudies } from '../../models/people/people.ts'
import { studyRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { formatDate } from '../../words/dates.ts'

/** The studies that a player shows to everyone; nothing without any. */
export function PublicStudies({ name }: { readonly name: string }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [studies, setStudies] = useState<readonly PublicStudy[]>([])
  useEffect(() => void fetchPublicStudies(name).then((found = []) => setStudies(found)), [name])
  if (studies.length === 0) return null
  return (
    <section class="wide" aria-labelledby="profile-studies">
      <h2 id="profile-studies">{t('nav.studies')}</h2>
      <ul class="card-list">
        {studies.map(({ id, title, chapters, changedAt }) => (
          <li key={id}>
            <a class="card-link" href={studyRoute(id)}>
              <span class="card-title">{title}</span>
              <span class="note">
                {t('profile.chapters', { count: chapters })} · {formatDate(language, changedAt)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
