import type { Terms } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchHouseBots, type HouseBot } from '../../models/lobby/house-bots.ts'
import { describeBot } from '../../words/bots.ts'
import { BotFace } from './BotFace.tsx'
import './bots.css'

/** The face and the level of a house bot; nothing if another bot has this name. */
export function BotOfProfile({ name }: { readonly name: string }) {
  const t = useTranslate()
  const [bot, setBot] = useState<HouseBot | undefined>(undefined)
  useEffect(() => {
    void fetchHouseBots(ANY_TIME).then((reply) =>
      setBot(reply?.bots.find((each) => each.name === name)),
    )
  }, [name])
  if (bot === undefined) return null
  return (
    <p class="bot-of-profile">
      <BotFace level={bot.level} />
      {describeBot(t, bot)}
    </p>
  )
}

// --- internal ---

/** The level is the same at all speeds. */
const ANY_TIME: Terms['timeControl'] = { kind: 'none' }
