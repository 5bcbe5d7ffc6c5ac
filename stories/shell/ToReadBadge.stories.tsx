import type { Meta, StoryObj } from '@storybook/react-vite'
import { ToReadBadge } from '#web/components/shell/ToReadBadge.tsx'

/** For links to the reading list. A number of another thing takes MUI's Badge with its own unit. It has no controls. */
const meta = {
  title: 'Shell/ToReadBadge',
  component: ToReadBadge,
  args: { count: 14, children: 'Reading List' },
} satisfies Meta<typeof ToReadBadge>

export default meta
type Story = StoryObj<typeof meta>

export const Some: Story = {}
export const Many: Story = { args: { count: 1204 } }
export const None: Story = { args: { count: 0 } }
