import { useState } from 'react'
import type { ImportInput, ImportResult } from '#api/contract/taste.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { KnownPapersStep } from '../../components/start/KnownPapersStep.tsx'
import { RateStep, type Rating } from '../../components/start/RateStep.tsx'
import { TopicsStep } from '../../components/start/TopicsStep.tsx'
import type { StepPosition } from '../../components/settings/StepFrame.tsx'
import { useMe } from '../../data/account/useMe.ts'
import { usePaperActions } from '../../data/papers/usePaperActions.ts'
import { useImport } from '../../data/taste/useImport.ts'
import { useStartPapers } from '../../data/taste/useStartPapers.ts'
import { useAction } from '../../data/useAction.ts'
import { ApiError } from '../../shared/client.ts'
import { formatPlural } from '../../shared/format.ts'
import { useUser } from '../../shared/useUser.ts'

interface StepProps {
  position: StepPosition
  /** The step was saved or skipped. */
  onDone: () => void
}

/** Saves the topics that the user types. */
export function Topics({ position, onDone }: StepProps) {
  const send = useImport()
  const { run, busy, error } = useAction(async (topics: string[]) => {
    await send({ topics })
    onDone()
  })
  return (
    <TopicsStep
      position={position}
      saving={busy}
      error={error?.message}
      onNext={(topics) => void run(topics)}
      onSkip={onDone}
    />
  )
}

/** Looks up the papers that the user knows, shows them, and uses them. */
export function KnownPapers({ position, onDone }: StepProps) {
  const send = useImport()
  const announce = useAnnounce()
  const { changeMe } = useMe()
  const { category_ids } = useUser()
  const [recognised, setRecognised] = useState<ImportResult | undefined>()
  const lookUp = useAction(async (input: ImportInput) => setRecognised(await send({ ...input, dry_run: true })))
  const use = useAction(async (input: ImportInput, leftOut: ReadonlySet<string>) => {
    if (!recognised) return
    const { papers, fetching, feeds } = recognised
    const categories = (feeds?.category_ids ?? []).filter((id) => !category_ids.includes(id))
    if (categories.length > 0) await changeMe({ category_ids: [...category_ids, ...categories] })
    if (papers.length + fetching.length === 0) return onDone()
    if (leftOut.size === 0) {
      await send(input)
    } else {
      const paper_ids = papers.map(({ id }) => id).filter((id) => !leftOut.has(id))
      if (paper_ids.length > 0) await send({ paper_ids })
      if (fetching.length > 0) await send({ text: fetching.join('\n') })
    }
    announce(`${formatPlural(papers.length - leftOut.size + fetching.length, 'paper')} used`)
    onDone()
  })
  return (
    <KnownPapersStep
      position={position}
      recognised={recognised}
      saving={lookUp.busy || use.busy}
      error={(lookUp.error ?? use.error)?.message}
      onLookUp={(input) => void lookUp.run(input)}
      onChange={() => {
        lookUp.reset()
        use.reset()
        setRecognised(undefined)
      }}
      onUse={(input, leftOut) => void use.run(input, leftOut)}
      onSkip={onDone}
    />
  )
}

/** Saves the user's rating of a few papers. */
export function Rate({ position, onDone, nextLabel = 'Continue' }: StepProps & { nextLabel?: string }) {
  const { data, error: loadError, mutate } = useStartPapers()
  const { sendFeedback } = usePaperActions()
  const [ratings, setRatings] = useState<ReadonlyMap<string, Rating>>(new Map())
  const show = (id: string, rating: Rating) => setRatings((before) => new Map(before).set(id, rating))
  const [error, setError] = useState<ApiError | undefined>()
  /** Shows the rating at once, and the previous one again if it could not be saved. */
  const rate = async (id: string, rating: Rating) => {
    const before = ratings.get(id) ?? 'none'
    setError(undefined)
    show(id, rating)
    try {
      await sendFeedback(id, rating)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      show(id, before)
      setError(cause)
    }
  }
  return (
    <RateStep
      position={position}
      papers={data?.items}
      loadError={loadError}
      ratings={ratings}
      error={error?.message}
      nextLabel={nextLabel}
      onRetry={() => void mutate()}
      onRate={({ id }, rating) => void rate(id, rating)}
      onNext={onDone}
      onSkip={onDone}
    />
  )
}
