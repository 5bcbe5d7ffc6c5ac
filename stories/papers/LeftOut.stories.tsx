import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { LeftOut } from '#web/components/papers/LeftOut.tsx'

/** For an import above its limit. It has no controls. */
const meta = { title: 'Papers/LeftOut', component: LeftOut, args: { count: 234 } } satisfies Meta<typeof LeftOut>

export default meta
type Story = StoryObj<typeof meta>

export const Many: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText(/^One import reads 1,000 papers. The last 234 papers of this text are/)).toBeVisible()
  },
}
export const One: Story = { args: { count: 1 } }
