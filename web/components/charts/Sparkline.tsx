import Box from '@mui/material/Box'
import { formatCount } from '../../shared/format.ts'

export interface SparklineProps {
  /** What the points count: "Fetched". */
  label: string
  /** Values in equal steps of time; null where nothing was counted, which leaves a gap in the line. */
  points: readonly (number | null)[]
}

const WIDTH = 100
const HEIGHT = 24

/** A small line without axes beside a number: how it came about. */
export function Sparkline({ label, points }: SparklineProps) {
  const values = points.filter((point) => point !== null)
  const highest = Math.max(1, ...values)
  const lines = linesOf(points)
  return (
    <Box
      component="figure"
      aria-label={`${label}: from ${formatCount(values[0] ?? 0)} to ${formatCount(values.at(-1) ?? 0)}, at most ${formatCount(Math.max(0, ...values))}`}
      sx={{ m: 0, mt: 1, maxWidth: 160, color: 'steps.one' }}
    >
      <svg
        aria-hidden
        viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        style={{ display: 'block', width: '100%', height: HEIGHT }}
      >
        {lines.map((line) => (
          <polyline
            key={line[0]?.index}
            // A line of one point would not be painted.
            points={(line.length === 1 ? [...line, ...line] : line)
              .map(({ index, value }) => `${at(index, points.length)},${HEIGHT - (HEIGHT * value) / highest}`)
              .join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </Box>
  )
}

const at = (index: number, count: number) => (count < 2 ? WIDTH / 2 : (WIDTH * index) / (count - 1))

/** The points between the gaps. */
function linesOf(points: SparklineProps['points']): { index: number; value: number }[][] {
  const lines: { index: number; value: number }[][] = []
  for (const [index, value] of points.entries()) {
    if (value === null) continue
    if (index > 0 && points[index - 1] !== null) lines.at(-1)?.push({ index, value })
    else lines.push([{ index, value }])
  }
  return lines
}
