import type { Meta, StoryObj } from '@storybook/react-vite'
import { CountBadge } from '#web/components/atoms/CountBadge.tsx'

const meta = { title: 'Atoms/CountBadge', component: CountBadge, args: { count: 4, of: 'to read' } } satisfies Meta<
  typeof CountBadge
>

export default meta
type Story = StoryObj<typeof meta>

export const Many: Story = { args: { count: 1204 } }
