import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { SwipedRow } from '#web/components/papers/SwipedRow.tsx'

/**
 * For a row whose two main actions can be done by a swipe. Not as the only way: the row has buttons, too. On a screen that
 * is touched, move it to a side.
 */
const meta = {
  title: 'Papers/SwipedRow',
  component: SwipedRow,
  args: {
    onRight: fn(),
    onLeft: fn(),
    children: <Typography sx={{ p: 2 }}>Counting lamps: a benchmark for night vision</Typography>,
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
} satisfies Meta<typeof SwipedRow>

export default meta
type Story = StoryObj<typeof meta>

export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const ToOneSideOnly: Story = { args: { onLeft: undefined } }
