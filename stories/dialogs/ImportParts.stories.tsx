import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ImportParts } from '#web/components/dialogs/ImportParts.tsx'

/** For an import that is sent in parts, in `ImportDialog`. It has no controls. */
const meta = {
  title: 'Dialogs/ImportParts',
  component: ImportParts,
  args: { text: 'x'.repeat(1_000), read: 427, added: 1_000, sending: true },
} satisfies Meta<typeof ImportParts>

export default meta
type Story = StoryObj<typeof meta>

export const Sending: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42')
  },
}
export const Stopped: Story = {
  args: { sending: false },
  async play({ canvas }) {
    await expect(canvas.getByText(/42 % of the file imported, 1,000 papers added\..* not on your list/)).toBeVisible()
  },
}
