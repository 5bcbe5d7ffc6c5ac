import type { Meta, StoryObj } from '@storybook/react-vite'
import { PaperCardSkeleton } from '#web/components/papers/PaperCardSkeleton.tsx'

/** For cards that load, as many as are expected. It has no controls and no movement. */
const meta = {
  title: 'Papers/PaperCardSkeleton',
  component: PaperCardSkeleton,
  args: { density: 'comfortable' },
} satisfies Meta<typeof PaperCardSkeleton>

export default meta
type Story = StoryObj<typeof meta>

export const Comfortable: Story = {}
export const Compact: Story = { args: { density: 'compact' } }
export const Headlines: Story = { args: { density: 'headlines' } }
