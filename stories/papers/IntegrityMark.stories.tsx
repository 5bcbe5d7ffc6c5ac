import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { IntegrityMark } from '#web/components/papers/IntegrityMark.tsx'
import { correction, retraction } from '../config/paperSamples.ts'

/**
 * For what a publisher or Retraction Watch has made public about a paper, wherever the paper is shown. It cannot be dismissed.
 * In a row of the reading list it is a label. Keyboard: the notice is a link.
 */
const meta = {
  title: 'Papers/IntegrityMark',
  component: IntegrityMark,
  args: { notices: [retraction] },
} satisfies Meta<typeof IntegrityMark>

export default meta
type Story = StoryObj<typeof meta>

export const Retracted: Story = {
  async play({ canvas }) {
    await expect(
      canvas.getByText(/Retracted by the publisher on 18 Nov 2026: Concerns\/Issues about Data \(Crossref, Retraction/),
    ).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Notice' })).toHaveAttribute('href', retraction.url)
  },
}
export const Concern: Story = { args: { notices: [{ ...retraction, kind: 'concern', by: ['retraction-watch'] }] } }
export const Corrected: Story = { args: { notices: [correction] } }
export const Removed: Story = { args: { notices: [{ ...correction, kind: 'removed' }] } }
export const Withdrawn: Story = { args: { notices: [{ ...correction, kind: 'withdrawn', on: null }] } }
export const Several: Story = { args: { notices: [retraction, correction] } }
export const None: Story = { args: { notices: undefined } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
