import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { MachineSummary } from '#web/components/papers/MachineSummary.tsx'

/**
 * For a summary that a program of another service wrote, which is always said with it. Not for an abstract: take
 * `PaperAbstract`. Keyboard: the name of the service is a link.
 */
const meta = {
  title: 'Papers/MachineSummary',
  component: MachineSummary,
  args: {
    summary: {
      text: 'A benchmark for counting lanterns in photographs that were taken at night.',
      name: 'Semantic Scholar',
      url: 'https://www.semanticscholar.org/paper/0f3e',
    },
  },
} satisfies Meta<typeof MachineSummary>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  async play({ canvas }) {
    await expect(canvas.getByText(/Written by a program of/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Semantic Scholar' })).toBeVisible()
  },
}
export const None: Story = { args: { summary: undefined } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
