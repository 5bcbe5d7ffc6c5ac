import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { icons } from 'virtual:used-icons'
import { StateLabel } from '#web/components/atoms/StateLabel.tsx'

const tones = [
  ['good', 'Good'],
  ['warning', 'Needs attention'],
  ['bad', 'Down'],
  ['running', 'Running'],
  ['unknown', 'Unknown'],
] as const

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** Every icon that the product imports from `@mui/icons-material`, with the name of its import, and the icons of states. */
function Icons() {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Typography variant="h2">States</Typography>
        {tones.map(([tone, word]) => (
          <StateLabel key={tone} tone={tone} word={word} />
        ))}
      </Box>
      <Box>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          All icons
        </Typography>
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
          {icons.map(({ name, Icon, files: users }) => (
            <Box key={name} sx={{ display: 'flex', gap: 1.5, minWidth: 0 }} title={users.join('\n')}>
              <Icon fontSize="small" />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="code" component="p" sx={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Typography>
                <Typography variant="meta" component="p">
                  {files(users.length)}
                </Typography>
              </Box>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  )
}

/**
 * Every icon has a label: a word beside it, or an `aria-label`. `fontSize="small"` in text and
 * controls. One meaning has one icon: look here before another one is imported.
 */
const meta = { title: 'Foundations/Icons', component: Icons } satisfies Meta<typeof Icons>

export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {}
