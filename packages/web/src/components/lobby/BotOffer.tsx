import type { Terms } from '@hokito/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchHouseBots, type HouseBot } from '../../models/lobby/house-bots.ts'
import { takeReply } from '../../ui/take-reply.ts'
import { nameWithRating } from '../../words/online.ts'
import { BotFace } from '../people/BotFace.tsx'
import './bots.css'

interface BotOfferProps {
  /** The terms of the waiting challenge. */
  readonly terms: Terms
  readonly onPlay: (terms: Terms, bot: HouseBot) => void
}

/** Offers a bot of about the player's strength after a long wait; nothing if there is none. */
export function BotOffer({ terms, onPlay }: BotOfferProps) {
  const t = useTranslate()
  const [bot, setBot] = useState<HouseBot | undefined>(undefined)
  const { timeControl } = terms
  useEffect(() => {
    return takeReply(
      () => fetchHouseBots(timeControl),
      (reply) => setBot(reply?.bots.find(({ id }) => id === reply.suggested)),
    )
  }, [timeControl])
  const offer = useRef<HTMLDivElement>(null)
  // On a phone it comes below the fold, behind the bar of the site.
  useEffect(() => {
    if (bot !== undefined) offer.current?.scrollIntoView({ block: 'nearest' })
  }, [bot])
  if (bot === undefined) return null
  const name = nameWithRating(t, bot)
  return (
    <div class="bot-offer" ref={offer}>
      <BotFace level={bot.level} />
      <p>{t('online.bots.offer', { name })}</p>
      <button type="button" class="button button-main" onClick={() => onPlay(terms, bot)}>
        {t('online.bots.play', { name: bot.name })}
      </button>
    </div>
  )
}
