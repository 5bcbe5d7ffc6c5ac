import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LiveAnnouncer } from '#web/components/atoms/LiveAnnouncer.tsx'

/**
 * For what a screen reader must hear and the eye sees anyway. Not for text that appears beside its cause: make that an
 * `<output>`. It has no controls.
 */
const meta = {
  title: 'Atoms/LiveAnnouncer',
  component: LiveAnnouncer,
  args: { message: 'Link copied' },
} satisfies Meta<typeof LiveAnnouncer>

export default meta
type Story = StoryObj<typeof meta>

export const Polite: Story = {}
export const Urgent: Story = {
  args: { urgent: true },
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Link copied')
  },
}
