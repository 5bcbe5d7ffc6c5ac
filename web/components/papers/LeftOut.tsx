import Typography from '@mui/material/Typography'
import { IMPORT_PAPERS_MAX } from '#api/contract/limits.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

/** Says that an import is limited, how many papers it leaves out, and what to do about them. */
export function LeftOut({ count }: { count: number }) {
  return (
    <Typography>
      One import reads {formatCount(IMPORT_PAPERS_MAX)} papers. The last {formatPlural(count, 'paper')} of this text{' '}
      {count === 1 ? 'is' : 'are'} left out: import {count === 1 ? 'it' : 'them'} on {count === 1 ? 'its' : 'their'}{' '}
      own.
    </Typography>
  )
}
