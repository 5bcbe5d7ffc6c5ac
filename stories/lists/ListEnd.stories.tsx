import Link from '@mui/material/Link'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ListEnd } from '#web/components/lists/ListEnd.tsx'

/** After the last paper of a list, with at most one way on. Not for an empty list: that is `EmptyState`. */
const meta = {
  title: 'Lists/ListEnd',
  component: ListEnd,
  args: {
    text: 'You are through Friday’s 34 papers.',
    children: (
      <Link component="button" variant="body2">
        Thursday has 41
      </Link>
    ),
  },
} satisfies Meta<typeof ListEnd>

export default meta
type Story = StoryObj<typeof meta>

export const WithTheDayBefore: Story = {}
export const OldestDay: Story = { args: { children: undefined } }
