import { PlanStrip } from '../../components/lists/PlanStrip.tsx'
import { useReadingPlan } from '../../data/reading/useReadingPlan.ts'

interface ReadingPlanProps {
  /** Number of papers to be read. */
  toRead: number
  /** Address of an item of the list. */
  hrefFor: (itemId: string) => string
}

/** The plan above the papers to be read. */
export function ReadingPlan({ toRead, hrefFor }: ReadingPlanProps) {
  const { plan, error, retry } = useReadingPlan(toRead)
  return <PlanStrip plan={plan} error={error?.message} onRetry={retry} hrefFor={hrefFor} />
}
