import { styled } from '@mui/material/styles'
import type { DaySource } from '#api/contract/dashboard.ts'
import { describeDaySource } from '../../shared/daySources.ts'

export interface DaySourcesProps {
  /** YYYY-MM-DD. */
  day: string
  /** What is known of the day by source, for a reader of several. */
  sources: readonly DaySource[] | undefined
}

/** A line for each source: how many papers it announced on the day, and whether they are read. Renders nothing without any. */
export function DaySources({ day, sources }: DaySourcesProps) {
  if (sources === undefined || sources.length === 0) return null
  return (
    <Lines aria-label="The day by source">
      {sources.map((source) => (
        <li key={source.source}>{describeDaySource(source, day)}</li>
      ))}
    </Lines>
  )
}

const Lines = styled('ul')(({ theme }) => ({
  ...theme.typography.meta,
  display: 'grid',
  gap: 2,
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
}))
