import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { PapersDialog } from '../lists/PapersDialog.tsx'
import { usePapers } from '../../data/papers/usePapers.ts'
import { formatCount } from '../../shared/format.ts'

/** Papers that a dialog shows. */
export interface Shown {
  title: string
  ids: readonly string[]
}

/** Papers requested at most: each is one request. */
const MOST = 30

/** Dialog with the papers of `shown`; closed if it is null. */
export function ShownPapers({ shown, onClose }: { shown: Shown | null; onClose: () => void }) {
  // The last papers stay in the dialog while it fades out.
  const [last, setLast] = useState(shown)
  if (shown !== null && shown !== last) setLast(shown)
  const { title = '', ids = [] } = last ?? {}
  const { data: papers, error, mutate } = usePapers(last && ids.slice(0, MOST))
  return (
    <PapersDialog
      open={shown !== null}
      title={title}
      papers={papers}
      error={error}
      note={
        ids.length > MOST && (
          <Typography variant="meta">
            The newest {MOST} of {formatCount(ids.length)}.
          </Typography>
        )
      }
      onRetry={() => void mutate()}
      onClose={onClose}
    />
  )
}
