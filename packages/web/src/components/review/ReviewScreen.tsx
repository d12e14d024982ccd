import { isSlip, type JudgedMove } from '@hokito/engine/review'
import { type Color, formatMove, formatRecord } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { slipsOf } from '../../models/review/exercise-model.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { analysisRoute } from '../../routes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { describeJudged } from '../../words/review.ts'
import { joinSentences } from '../../words/sentences.ts'
import { LegendButton } from '../game/LegendButton.tsx'
import { RecordScreen } from '../game/RecordScreen.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { JudgedMoves } from './JudgedMoves.tsx'
import { JudgementWords } from './JudgementWords.tsx'
import { ReviewGraph } from './ReviewGraph.tsx'
import { ReviewMoments } from './ReviewMoments.tsx'
import { ReviewProgress } from './ReviewProgress.tsx'
import { ReviewSummary } from './ReviewSummary.tsx'
import './review.css'

interface ReviewScreenProps {
  readonly model: ReviewModel
  /** Leads to where another game is opened. */
  readonly onClose: () => void
  /** Begins to try the slips of a side again. */
  readonly onRetry: (side: Color | 'both') => void
}

/** A game with what each of its moves came to. */
export function ReviewScreen({ model, onClose, onRetry }: ReviewScreenProps) {
  const t = useTranslate()
  const { shownBest, showBest } = useShownBest(model)
  return (
    <RecordScreen
      title={t('review.title')}
      model={model}
      hint={shownBest?.line[0]}
      status={<ReviewStatus model={model} shownBest={shownBest} onShowBest={showBest} />}
      side={() => (
        <div class="review-side">
          <ReviewProgress model={model} />
          <ReviewGraph model={model} />
          <ReviewSummary model={model} />
          <ReviewMoments model={model} />
          {model.canJudge && <Retry model={model} onRetry={onRetry} />}
          <JudgementWords />
          <JudgedMoves model={model} />
          <div class="button-row review-ways">
            <a
              class="button button-small"
              href={analysisRoute(formatRecord(model.record), model.ply.value)}
            >
              {t('end.analyse')}
            </a>
            <button type="button" class="button button-small" onClick={onClose}>
              {t('record.another')}
            </button>
          </div>
        </div>
      )}
    />
  )
}

// --- internal ---

/** The better move that somebody wanted to see, as long as its position is looked at. */
function useShownBest(model: ReviewModel) {
  const [wanted, setWanted] = useState<JudgedMove | undefined>(undefined)
  const shownBest = wanted?.ply === model.ply.value ? wanted : undefined
  const showBest = (judged: JudgedMove) => {
    setWanted(judged)
    model.walk.go(judged.ply)
  }
  return { shownBest, showBest }
}

interface ReviewStatusProps {
  readonly model: ReviewModel
  readonly shownBest: JudgedMove | undefined
  readonly onShowBest: (judged: JudgedMove) => void
}

/** The move that led to the position shown, how it is judged, and the better one. */
function ReviewStatus({ model, shownBest, onShowBest }: ReviewStatusProps) {
  const t = useTranslate()
  const ply = model.ply.value
  const judged = model.judgedAt(ply)
  const best = shownBest ?? judged
  const isBetter = best !== undefined && isSlip(best)
  const [better] = best?.line ?? []
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          text={
            judged === undefined
              ? t('replay.position', { ply, last: model.walk.last.value })
              : describeJudged(t, judged, model.firstTurn)
          }
          note={joinSentences(
            isBetter && better !== undefined
              ? t('review.better', { move: formatMove(better) })
              : '',
            best?.isProved === true ? t('review.isProved') : '',
          )}
        />
      </div>
      {judged !== undefined && isSlip(judged) && shownBest === undefined && (
        <button type="button" class="button button-small" onClick={() => onShowBest(judged)}>
          {t('review.showBest')}
        </button>
      )}
      <LegendButton />
    </div>
  )
}

/** The way to trying the slips again, once there are any. */
function Retry({ model, onRetry }: Pick<ReviewScreenProps, 'model' | 'onRetry'>) {
  const t = useTranslate()
  const [side, setSide] = useState<Color | 'both'>('both')
  const judged = model.judged.value
  if (model.state.value !== 'done' || slipsOf(judged, 'both').length === 0) return null
  return (
    <section class="review-retry" aria-labelledby="review-retry-title">
      <h2 id="review-retry-title">{t('review.retry.title')}</h2>
      <p>{t('review.retry.lead')}</p>
      <Choice
        legend={t('review.retry.sides')}
        value={side}
        onChange={setSide}
        options={[
          { value: 'both', label: t('review.retry.both') },
          { value: 'black', label: t('color.black') },
          { value: 'white', label: t('color.white') },
        ]}
      />
      <button
        type="button"
        class="button button-main"
        disabled={slipsOf(judged, side).length === 0}
        onClick={() => onRetry(side)}
      >
        {t('review.retry.start')}
      </button>
    </section>
  )
}
