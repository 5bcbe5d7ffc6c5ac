import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { Meta, StoryObj } from '@storybook/react-vite'

const steps = [0.5, 1, 1.5, 2, 3, 4, 5, 8]
const corners = [
  ['Control', '9px'],
  ['Tile', '12px'],
  ['Sheet', '16px'],
] as const

/** Spacing steps and corner radii. */
function Space() {
  const { spacing } = useTheme()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2">Spacing</Typography>
      {steps.map((step) => (
        <Box key={step} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ height: 16, width: spacing(step), bgcolor: 'steps.two' }} />
          <Typography variant="meta">
            {step} ({spacing(step)})
          </Typography>
        </Box>
      ))}
      <Typography variant="h2" sx={{ mt: 3 }}>
        Shape
      </Typography>
      <Box sx={{ display: 'flex', gap: 3 }}>
        {corners.map(([name, radius]) => (
          <Box
            key={name}
            sx={{ p: 3, border: 1, borderColor: 'divider', bgcolor: 'background.paper', borderRadius: radius }}
          >
            {name}, {radius}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const meta = { title: 'Foundations/Space', component: Space } satisfies Meta<typeof Space>

export default meta
type Story = StoryObj<typeof meta>

export const SpacingAndShape: Story = {}
