import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { PaperUpdates } from '#web/components/lists/PaperUpdates.tsx'
import { paperUpdates } from '../config/samples.ts'

/** For what changed in saved papers. Keyboard: links. */
const meta = { title: 'Lists/PaperUpdates', component: PaperUpdates, args: { updates: paperUpdates } } satisfies Meta<
  typeof PaperUpdates
>

export default meta
type Story = StoryObj<typeof meta>

export const EveryKind: Story = {
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'What changed' })
    await expect(link).toHaveAttribute('href', `/paper/${paperUpdates[0]!.item.paper.id}?changes=1..2`)
  },
}
export const Empty: Story = { args: { updates: [] } }
