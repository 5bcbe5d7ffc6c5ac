import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { Meta, StoryObj } from '@storybook/react-vite'

/** The durations of `theme.transitions`, as bars: 1 ms is 1 px. */
function Motion() {
  const { duration, easing } = useTheme().transitions
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {Object.entries(duration).map(([name, ms]) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ height: 16, width: ms, bgcolor: 'steps.two' }} />
          <Typography variant="meta">
            {name}: {ms} ms
          </Typography>
        </Box>
      ))}
      <Typography variant="h2">Easing</Typography>
      {Object.entries(easing).map(([name, curve]) => (
        <Typography key={name} variant="meta">
          {name}: {curve}
        </Typography>
      ))}
    </Box>
  )
}

/** 150 ms at most, and none for readers who ask for reduced motion. Skeletons do not shimmer, nothing slides in. */
const meta = { title: 'Foundations/Motion', component: Motion } satisfies Meta<typeof Motion>

export default meta
type Story = StoryObj<typeof meta>

export const Durations: Story = {}
