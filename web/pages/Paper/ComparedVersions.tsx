import { VersionChanges } from '../../components/papers/VersionChanges.tsx'
import { usePaperChanges } from '../../data/papers/usePaperChanges.ts'
import type { VersionPair } from '../../shared/changesAddress.ts'

/** Reads what changed from one version of a paper to another one, and shows it. */
export function ComparedVersions({ paperId, from, to }: VersionPair & { paperId: string }) {
  const { data, error, mutate } = usePaperChanges(paperId, { from, to })
  return <VersionChanges answer={data} error={error} onRetry={() => void mutate()} />
}
