import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { formatCount, formatDateShort, formatPlural } from '../../shared/format.ts'

export interface CatchUpBarProps {
  offer: NonNullable<Dashboard['catch_up']>
  /** When the visit before this one ended. */
  since: string | null
  onCatchUp: () => void
  onDayByDay: () => void
}

/** Offers one list of the best papers of the missed days, or the days themselves. */
export function CatchUpBar({ offer, since, onCatchUp, onDayByDay }: CatchUpBarProps) {
  const { papers, best, minutes, coming } = offer
  return (
    <Bar component="section" aria-label="Catch up" data-screen-only>
      <p>
        {describeAway(offer, since)}
        {coming === undefined ? ': ' : '. So far: '}
        {formatPlural(papers, 'paper')}.
        <span>
          {' '}
          The best {formatCount(best)} of them, about {formatPlural(minutes, 'minute')}.
        </span>
      </p>
      <div>
        <Button variant="contained" color="primary" onClick={onCatchUp}>
          Catch up
        </Button>
        <Button onClick={onDayByDay}>Day by day</Button>
      </div>
    </Bar>
  )
}

/** "You were away for 8 days", or while some of them are still to come "Since 25 September: 6 days of papers, 2 still coming". */
function describeAway({ days, listed_days: listed, coming }: CatchUpBarProps['offer'], since: string | null): string {
  if (coming === undefined)
    return `You were away for ${formatPlural(days, 'day')}${listed === undefined ? '' : `. The last ${formatCount(listed)}`}`
  const from = since === null ? '' : `Since ${formatDateShort(since)}: `
  return `${from}${formatPlural(days, 'day')} of papers, ${formatCount(coming)} still coming`
}

/** On a phone it is two lines on the page, without a frame: the first card begins above the middle. */
const Bar = styled(Card)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  '& > p': { margin: 0 },
  '& > div': { display: 'flex', gap: 8 },
  [theme.breakpoints.down('sm')]: {
    marginTop: 4,
    padding: 0,
    border: 0,
    backgroundColor: 'transparent',
    '& > p > span': { display: 'none' },
    // They look smaller than what a finger can press.
    '& button': { position: 'relative', minHeight: '2rem', paddingBlock: 4 },
    '& button::after': { content: '""', position: 'absolute', inset: '-6px -2px' },
  },
  [theme.breakpoints.up('sm')]: { marginBottom: 8, padding: '8px 20px', '& > p': { flex: '1 1 300px' } },
})) as typeof Card
