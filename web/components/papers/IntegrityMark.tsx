import Typography from '@mui/material/Typography'
import { describeNotice } from '#api/contract/limits.ts'
import type { Paper } from '#api/contract/papers.ts'
import { OutsideLink } from '../atoms/OutsideLink.tsx'

/** The notices about a paper, each as a line in words. Renders nothing without any. They cannot be dismissed. */
export const IntegrityMark = ({ notices }: Pick<Paper, 'notices'>) =>
  notices?.map((notice) => (
    <Typography
      key={notice.kind + notice.url}
      variant="meta"
      component="p"
      color={notice.kind === 'corrected' ? '' : notice.kind === 'concern' ? 'warning' : 'error'}
    >
      ⚠ {describeNotice(notice)}. <OutsideLink href={notice.url}>Notice</OutsideLink>
    </Typography>
  ))
