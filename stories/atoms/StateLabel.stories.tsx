import type { Meta, StoryObj } from '@storybook/react-vite'
import { StateLabel } from '#web/components/atoms/StateLabel.tsx'

/**
 * For the state of a job, a source, a mail. Not for a property of a paper: take `Chip` with the variant `label`. It has no
 * controls.
 */
const meta = {
  title: 'Atoms/StateLabel',
  component: StateLabel,
  args: { tone: 'good', word: 'Good' },
} satisfies Meta<typeof StateLabel>

export default meta
type Story = StoryObj<typeof meta>

export const Good: Story = {}
export const Bad: Story = { args: { tone: 'bad', word: 'Failed' } }
