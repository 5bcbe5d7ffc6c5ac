import { PlanStrip } from '../../components/lists/PlanStrip.tsx'
import { useReadingPlan } from '../../data/reading/useReadingPlan.ts'

interface ReadingPlanProps {
  /** Address of an item of the list. */
  hrefFor: (itemId: string) => string
}

/** The plan above the papers to be read. */
export function ReadingPlan({ hrefFor }: ReadingPlanProps) {
  const { plan, error, retry } = useReadingPlan()
  return <PlanStrip plan={plan} error={error?.message} onRetry={retry} hrefFor={hrefFor} />
}
