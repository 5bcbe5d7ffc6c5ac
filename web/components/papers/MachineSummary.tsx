import Typography from '@mui/material/Typography'
import type { Paper } from '#api/contract/papers.ts'
import { OutsideLink } from '../atoms/OutsideLink.tsx'

/** What a program wrote about a paper, said to be that. Renders nothing without it. */
export function MachineSummary({ summary }: Pick<Paper, 'summary'>) {
  if (summary === undefined) return null
  return (
    <Typography variant="meta" component="p" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      Written by a program of <OutsideLink href={summary.url}>{summary.name}</OutsideLink>:{' '}
      <span lang="en">{summary.text}</span>
    </Typography>
  )
}
