import { useState } from 'react'
import type { CardState, Paper } from '#api/contract/papers.ts'
import type { ImportInput, ImportResult } from '#api/contract/taste.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { KnownPapersStep } from '../../components/start/KnownPapersStep.tsx'
import { RateStep, type Rating } from '../../components/start/RateStep.tsx'
import { TopicsStep } from '../../components/start/TopicsStep.tsx'
import type { StepPosition } from '../../components/settings/StepFrame.tsx'
import { useMe } from '../../data/account/useMe.ts'
import { useChanges } from '../../data/offline/useChanges.ts'
import { shownState } from '../../data/offline/withUnsent.ts'
import { useImport, useStartPapers } from '../../data/taste/warmStart.ts'
import { useAction } from '../../data/useAction.ts'
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

/** Lets the user rate a few papers, which come without their state: what became of each rating is known here alone. */
export function Rate({ position, onDone, nextLabel = 'Continue' }: StepProps & { nextLabel?: string }) {
  const { data, error: loadError, mutate } = useStartPapers()
  const { rate, withUnsent, failureOf } = useChanges()
  const [made, setMade] = useState<Readonly<Record<string, Partial<CardState>>>>({})
  const papers = data?.items
  const ratings = new Map(
    papers?.map((paper) => [paper.id, ratingOf(withUnsent({ paper, state: made[paper.id] ?? {} }).state)]),
  )
  const send = async ({ id, title }: Paper, rating: Rating) => {
    const result = await rate({ paperId: id, title }, rating)
    if (result !== 'refused') setMade((before) => ({ ...before, [id]: shownState(rating) }))
  }
  return (
    <RateStep
      position={position}
      papers={papers}
      loadError={loadError}
      ratings={ratings}
      error={papers?.map(({ id }) => failureOf(id)?.message).find((message) => message !== undefined)}
      nextLabel={nextLabel}
      onRetry={() => void mutate()}
      onRate={(paper, rating) => void send(paper, rating)}
      onNext={onDone}
      onSkip={onDone}
    />
  )
}

const ratingOf = ({ liked, dismissed }: Partial<CardState>): Rating => (liked ? 'like' : dismissed ? 'dislike' : 'none')
