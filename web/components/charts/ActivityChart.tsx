import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Fragment, useState } from 'react'
import { formatCount } from '../../shared/format.ts'

export interface ActivityChartProps {
  /** What the bars count: "Papers a day". */
  title: string
  /** `gap` leaves room for as many bars before this one, for days without an announcement. */
  bars: readonly { label: string; value: number; gap?: number }[]
  /** Index of the highlighted bar, by default the last one. */
  current?: number
  height?: number
}

const BAR_MAX = 28
const BAR_GAP = 4

/** Bar chart of one series. The user can switch to a table of the same numbers. */
export function ActivityChart({ title, bars, current = bars.length - 1, height = 72 }: ActivityChartProps) {
  const [asTable, setAsTable] = useState(false)
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const places = bars.reduce((sum, { gap = 0 }) => sum + gap + 1, 0)
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  if (bars.length === 0) return <Typography variant="meta">Nothing counted yet.</Typography>

  return (
    <div>
      {asTable ? (
        <Numbers>
          <caption>{title}</caption>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatCount(value)}</td>
              </tr>
            ))}
          </tbody>
        </Numbers>
      ) : (
        <Bars
          aria-label={`${title}: ${formatCount(total)} in all, at most ${formatCount(highest)}`}
          // The axis ends with the last bar.
          style={{ height, maxWidth: places * (BAR_MAX + BAR_GAP) - BAR_GAP }}
        >
          {bars.map(({ label, value, gap = 0 }, index) => (
            <Fragment key={label}>
              {Array.from({ length: gap }, (_, day) => (
                <span key={day} />
              ))}
              <span
                data-bar={index === current ? 'current' : 'other'}
                title={`${label}: ${formatCount(value)}`}
                style={{ height: `${(100 * value) / highest}%`, minHeight: value > 0 ? 2 : 0 }}
              />
            </Fragment>
          ))}
        </Bars>
      )}
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {bars.length === 1 ? bars[0]?.label : `${bars[0]?.label} to ${bars.at(-1)?.label}`}{' '}
        <Link component="button" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Link>
      </Typography>
    </div>
  )
}

const Bars = styled('figure')(({ theme }) => ({
  display: 'flex',
  alignItems: 'end',
  gap: BAR_GAP,
  margin: 0,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > span': { flex: '1 1 0', maxWidth: BAR_MAX },
  '& > [data-bar]': { backgroundColor: theme.vars.palette.steps.three },
  '& > [data-bar="current"]': { backgroundColor: theme.vars.palette.steps.one },
  // Forced colours paint no backgrounds.
  '@media (forced-colors: active)': {
    '& > [data-bar]': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
    '& > [data-bar="current"]': { backgroundColor: 'Highlight' },
  },
}))

const Numbers = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  '& caption, & th': { textAlign: 'start' },
  '& tr': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& th': { paddingBlock: 4, fontWeight: 400 },
  '& td': { textAlign: 'end' },
}))
