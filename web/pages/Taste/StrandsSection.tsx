import { useState } from 'react'
import Skeleton from '@mui/material/Skeleton'
import type { Strand } from '#api/contract/strands.ts'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { StrandList } from '../../components/taste/StrandList.tsx'
import { useStrands } from '../../data/taste/useStrands.ts'
import { useAction } from '../../data/useAction.ts'

/** The interests of the user with their actions, each of which can be taken back. */
export function StrandsSection() {
  const { strands, error, retry, groupFiner, replace, change, remove, split, merge } = useStrands()
  const action = useAction((call: () => Promise<void>) => call())
  /** What was kept apart before the last action, and what that was. */
  const [before, setBefore] = useState<{ items: readonly Strand[]; done: string } | null>(null)
  const [hasTriedFiner, setTriedFiner] = useState(false)
  const kept = strands?.items.filter(({ from }) => from === 'named') ?? []
  const run = async (done: string, call: () => Promise<void>) => {
    if (await action.run(call)) setBefore({ items: kept, done })
  }
  return (
    <>
      <LoadedPart
        what="your interests"
        data={strands}
        error={error}
        onRetry={retry}
        skeleton={<Skeleton variant="rounded" animation={false} height={120} />}
      >
        {(data) => (
          <StrandList
            strands={data}
            busy={action.busy}
            problem={action.error && `Not changed. ${action.error.message}`}
            hasTriedFiner={hasTriedFiner}
            onFiner={() => void action.run(groupFiner).then(setTriedFiner)}
            onKeep={(proposed) => void run('Kept apart', () => replace([...kept, ...proposed]))}
            onChange={({ id, name }, changes) => void run(`“${name}” changed`, () => change(id, changes))}
            onSplit={({ id, name }) => void run(`“${name}” split`, () => split(id))}
            onMerge={({ id, name }, other) =>
              void run(`“${name}” merged into “${other.name}”`, () => merge(other.id, id))
            }
            onRemove={({ id, name }) => void run(`“${name}” is kept apart no longer`, () => remove(id))}
          />
        )}
      </LoadedPart>
      <UndoSnackbar
        message={before?.done ?? null}
        onUndo={() => {
          const { items } = before ?? { items: [] }
          setBefore(null)
          void action.run(() => replace(items))
        }}
        onClose={() => setBefore(null)}
      />
    </>
  )
}
