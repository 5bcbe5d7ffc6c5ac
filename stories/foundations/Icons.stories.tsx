import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { destinationIcons } from '#web/components/shell/destinationIcons.ts'
import { destinations } from '#web/shared/destinations.ts'
import { StateLabel } from '#web/components/atoms/StateLabel.tsx'

const tones = [
  ['good', 'Good'],
  ['warning', 'Needs attention'],
  ['bad', 'Down'],
  ['running', 'Running'],
  ['unknown', 'Unknown'],
] as const

/** The icons that have a meaning. Each is shown with a label. */
function Icons() {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box>
        <Typography variant="h2">Destinations</Typography>
        {destinations.map(({ id, label }) => {
          const Icon = destinationIcons[id]
          return (
            <Box key={id} sx={{ display: 'flex', gap: 1.5, py: 0.75 }}>
              <Icon fontSize="small" />
              {label}
            </Box>
          )
        })}
      </Box>
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Typography variant="h2">States</Typography>
        {tones.map(([tone, word]) => (
          <StateLabel key={tone} tone={tone} word={word} />
        ))}
      </Box>
    </Box>
  )
}

const meta = { title: 'Foundations/Icons', component: Icons } satisfies Meta<typeof Icons>

export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {}
