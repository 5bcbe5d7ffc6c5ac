import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import type { Freshness } from '#api/contract/dashboard.ts'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'

/** Shown while the sample library is loaded, in place of its first days. */
export function SamplesLoading({ done, total }: NonNullable<Freshness['samples_loading']>) {
  return (
    <Paper variant="sheet">
      <EmptyState
        title="The sample library is being loaded"
        text="arXiv could not be reached, so that invented papers come, marked as such. They go when real papers come."
        action={
          <LinearProgress
            aria-label={`${done} of ${total} days are loaded`}
            variant={total > 0 ? 'determinate' : 'indeterminate'}
            value={total > 0 ? (100 * done) / total : 0}
            sx={{ width: 240, maxWidth: '100%', mx: 'auto' }}
          />
        }
      />
    </Paper>
  )
}
