import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { EmptyState } from '#web/components/atoms/EmptyState.tsx'

/** For a list without rows: why, and the next step. Not for a failure: take `ErrorState`. Keyboard: its one action. */
const meta = {
  title: 'Atoms/EmptyState',
  component: EmptyState,
  args: { title: 'Nothing new in cs.LG on Friday' },
} satisfies Meta<typeof EmptyState>

export default meta
type Story = StoryObj<typeof meta>

export const TitleOnly: Story = {}
export const WithAction: Story = {
  args: {
    title: 'arXiv does not announce on Saturdays',
    text: 'The next announcement is expected Mon 23 Nov, 01:00, your time.',
    action: <Button variant="outlined">Show Fri 20 Nov</Button>,
  },
}
