import { type GameId, type GameView, proofGameOf, verifyDeal } from '@hokito/protocol'
import { RANDOM_SETUPS } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { shortDeal } from '../../words/names.ts'

interface ProofDialogProps {
  readonly game: GameView
  readonly onClose: () => void
}

/** The starting layout and who chose it; on request the proof that chance alone did. */
export function ProofDialog({ game, onClose }: ProofDialogProps) {
  const t = useTranslate()
  const { deal = '', terms } = game
  const { kind } = terms.setup
  // In the first game of a match, it would help in the second.
  const mayPlay = game.ending !== undefined && (game.match?.game !== 1 || game.next === undefined)
  const isByChance = kind !== 'given' && kind !== 'placed'
  return (
    <Dialog title={t('online.proof.title')} onClose={onClose}>
      <p>{t(`online.proof.${isByChance ? 'plain' : kind}`)}</p>
      <p class="note">
        {t('online.proof.number')} {shortDeal(deal)}
      </p>
      {mayPlay && (
        <a class="button" href={`${ROUTES.newGame}?${new URLSearchParams({ deal })}`}>
          {t('online.game.again')}
        </a>
      )}
      {isByChance && (
        <details class="proof">
          <summary>{t('online.proof.check')}</summary>
          <ProofOf game={game} />
        </details>
      )}
    </Dialog>
  )
}

// --- internal ---

/** The proof of a deal, or a link to the game that has it. */
function ProofOf({ game }: { game: GameView }) {
  const t = useTranslate()
  const { commitment, secret, shares, deal = '', terms } = game
  const setup = RANDOM_SETUPS.find((kind) => kind === terms.setup.kind)
  const { black, white } = shares
  if (
    commitment !== undefined &&
    secret !== undefined &&
    setup !== undefined &&
    black !== undefined &&
    white !== undefined
  ) {
    return (
      <Proof proof={{ setup, commitment, secret, shares: { black, white }, deal }} id={game.id} />
    )
  }
  const provedIn = proofGameOf(game)
  if (provedIn === undefined) return null
  return (
    <>
      <p>{t('online.proof.kept')}</p>
      <a class="button" href={playRoute(provedIn)}>
        {t('online.proof.earlier')}
      </a>
    </>
  )
}

function Proof({ proof, id }: { proof: Parameters<typeof verifyDeal>[0]; id: GameId }) {
  const t = useTranslate()
  const checked = verifyDeal(proof)
  return (
    <>
      <p>{t('online.proof.text')}</p>
      <p class={checked.ok ? 'proof-good' : 'fault'}>
        {checked.ok ? t('online.proof.good') : t(`online.proof.bad.${checked.error}`)}
      </p>
      <dl>
        <dt>{t('online.proof.number')}</dt>
        <dd>{proof.deal}</dd>
        <dt>{t('online.proof.commitment')}</dt>
        <dd>{proof.commitment}</dd>
        <dt>{t('online.proof.secret')}</dt>
        <dd>{proof.secret}</dd>
        <dt>{t('online.proof.black')}</dt>
        <dd>{proof.shares.black}</dd>
        <dt>{t('online.proof.white')}</dt>
        <dd>{proof.shares.white}</dd>
      </dl>
      <p class="note">{t('online.proof.command')}</p>
      <code class="proof-command">
        curl -s {location.origin}/api/games/{id} | npx hokito verify-deal -
      </code>
    </>
  )
}
