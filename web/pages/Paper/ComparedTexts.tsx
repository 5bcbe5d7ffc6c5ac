import { TextComparison } from '../../components/papers/TextComparison.tsx'
import { useTextChanges } from '../../data/papers/usePaperChanges.ts'
import type { VersionPair } from '../../shared/changesAddress.ts'

/** Has the texts of two versions of a paper compared, and shows what changed. */
export function ComparedTexts({ paperId, from, to }: VersionPair & { paperId: string }) {
  const { data, error, mutate } = useTextChanges(paperId, { from, to })
  return <TextComparison answer={data} error={error} onRetry={() => void mutate()} />
}
