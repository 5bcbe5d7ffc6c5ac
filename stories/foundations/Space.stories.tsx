import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { Meta, StoryObj } from '@storybook/react-vite'

const steps = [0.5, 1, 1.5, 2, 3, 4, 5, 8]

/** The steps of `theme.spacing`, as `sx` takes them. */
function Space() {
  const { spacing } = useTheme()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {steps.map((step) => (
        <Box key={step} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ height: 16, width: spacing(step), bgcolor: 'steps.two' }} />
          <Typography variant="meta">
            {step} ({spacing(step)})
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** Half steps inside a control, whole steps between things. Never pixels: a number in `sx` is a step. */
const meta = { title: 'Foundations/Space', component: Space } satisfies Meta<typeof Space>

export default meta
type Story = StoryObj<typeof meta>

export const Spacing: Story = {}
