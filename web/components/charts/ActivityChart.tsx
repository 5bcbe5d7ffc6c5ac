import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
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
const barSize = { flex: '1 1 0', maxWidth: BAR_MAX }

/** Bar chart of one series. The user can switch to a table of the same numbers. */
export function ActivityChart({ title, bars, current = bars.length - 1, height = 72 }: ActivityChartProps) {
  const [asTable, setAsTable] = useState(false)
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const places = bars.reduce((sum, { gap = 0 }) => sum + gap + 1, 0)
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  if (bars.length === 0) return <Typography variant="meta">Nothing counted yet.</Typography>

  return (
    <Box>
      {asTable ? (
        <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: '0.875rem' }}>
          <caption style={{ textAlign: 'start' }}>{title}</caption>
          <tbody>
            {bars.map(({ label, value }) => (
              <Box component="tr" key={label} sx={{ borderBottom: 1, borderColor: 'divider' }}>
                <Box component="th" scope="row" sx={{ textAlign: 'start', fontWeight: 400, py: 0.5 }}>
                  {label}
                </Box>
                <Box component="td" sx={{ textAlign: 'end' }}>
                  {formatCount(value)}
                </Box>
              </Box>
            ))}
          </tbody>
        </Box>
      ) : (
        <Stack
          direction="row"
          component="figure"
          aria-label={`${title}: ${formatCount(total)} in all, at most ${formatCount(highest)}`}
          sx={{
            m: 0,
            height,
            // The axis ends with the last bar.
            maxWidth: places * (BAR_MAX + BAR_GAP) - BAR_GAP,
            alignItems: 'end',
            gap: `${BAR_GAP}px`,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          {bars.map(({ label, value, gap = 0 }, index) => (
            <Fragment key={label}>
              {Array.from({ length: gap }, (_, day) => (
                <Box key={day} sx={barSize} />
              ))}
              <Box
                title={`${label}: ${formatCount(value)}`}
                sx={{
                  ...barSize,
                  height: `${(100 * value) / highest}%`,
                  minHeight: value > 0 ? 2 : 0,
                  borderRadius: '2px 2px 0 0',
                  bgcolor: index === current ? 'steps.one' : 'steps.three',
                  '@media (forced-colors: active)': {
                    forcedColorAdjust: 'none',
                    bgcolor: index === current ? 'Highlight' : 'GrayText',
                  },
                }}
              />
            </Fragment>
          ))}
        </Stack>
      )}
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {bars.length === 1 ? bars[0]?.label : `${bars[0]?.label} to ${bars.at(-1)?.label}`}{' '}
        <Link component="button" type="button" onClick={() => setAsTable(!asTable)} sx={{ fontSize: 'inherit' }}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Link>
      </Typography>
    </Box>
  )
}
