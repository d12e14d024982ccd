import { type GameView, proofGameOf, RANDOM_SETUPS, verifyDeal } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface ProofDialogProps {
  readonly game: GameView
  readonly onClose: () => void
}

/** How a deal came about, checked here and now, with everything needed to check it elsewhere. */
export function ProofDialog({ game, onClose }: ProofDialogProps) {
  const t = useTranslate()
  const { commitment, secret, shares, deal = '', terms } = game
  const setup = RANDOM_SETUPS.find((kind) => kind === terms.setup.kind)
  const { black, white } = shares
  const provedIn = proofGameOf(game)
  const hasProof = [commitment, secret, setup, black, white].every((part) => part !== undefined)
  return (
    <Dialog title={t('online.proof.title')} onClose={onClose}>
      <p>
        <strong>{t('game.dealIs', { deal })}</strong>
      </p>
      {hasProof &&
      commitment !== undefined &&
      secret !== undefined &&
      setup !== undefined &&
      black !== undefined &&
      white !== undefined ? (
        <Proof proof={{ setup, commitment, secret, shares: { black, white }, deal }} id={game.id} />
      ) : provedIn !== undefined ? (
        <>
          <p>{t('online.proof.kept')}</p>
          <a class="button" href={playRoute(provedIn)}>
            {t('online.proof.earlier')}
          </a>
        </>
      ) : (
        <p>{t('online.proof.given')}</p>
      )}
    </Dialog>
  )
}

// --- internal ---

function Proof({ proof, id }: { proof: Parameters<typeof verifyDeal>[0]; id: string }) {
  const t = useTranslate()
  const checked = verifyDeal(proof)
  return (
    <>
      <p>{t('online.proof.text')}</p>
      <p class={checked.ok ? 'proof-good' : 'fault'}>
        {checked.ok ? t('online.proof.good') : t('online.proof.bad', { reason: checked.error })}
      </p>
      <dl class="proof">
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
