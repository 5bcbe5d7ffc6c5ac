import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ChangedText } from '#web/components/papers/ChangedText.tsx'
import { abstractParts, changes } from '../config/versionSamples.ts'

/** For a text that two versions of a paper have differently. Not for a search: take `MarkedText`. Keyboard: folded runs. */
const meta = {
  title: 'Papers/ChangedText',
  component: ChangedText,
  args: { parts: abstractParts },
} satisfies Meta<typeof ChangedText>

export default meta
type Story = StoryObj<typeof meta>

export const EveryChange: Story = {
  async play({ canvas }) {
    await canvas.findByText(/^… \d+ words the same …$/)
    await expect(canvas.getAllByText('removed:')).toHaveLength(2)
    await expect(canvas.getAllByText('added:')).toHaveLength(3)
  },
}
export const Unfolded: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', { name: /words the same/ }))
    await canvas.findByText(/on every night of a winter/)
  },
}
export const Title: Story = { args: { parts: changes.fields[0]!.parts } }
export const Replaced: Story = {
  args: {
    parts: [
      { op: 'removed', segments: [{ text: 'Boats without light.' }] },
      { op: 'added', segments: [{ text: 'Lanterns in fog, counted.' }] },
    ],
  },
}
export const Unchanged: Story = { args: { parts: [{ op: 'same', segments: [{ text: 'Counting lanterns' }] }] } }
