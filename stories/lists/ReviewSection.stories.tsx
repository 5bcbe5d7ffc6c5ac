import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ReviewSection } from '#web/components/lists/ReviewSection.tsx'
import { emptyReview, review } from '../config/reviewSamples.ts'
import { mathPaper, papers } from '../config/samples.ts'

const retracted = {
  ...papers[1]!,
  notices: [
    {
      kind: 'retracted' as const,
      doi: '10.5555/a',
      on: '2026-11-18',
      known_on: '2026-11-19',
      by: ['publisher' as const],
      url: 'https://doi.org/10.5555/a',
    },
  ],
}

/** For the weekly review. Not for lists of cards. Keyboard: links. */
const meta = {
  title: 'Lists/ReviewSection',
  component: ReviewSection,
  args: { title: 'Waiting', ...review.waiting },
} satisfies Meta<typeof ReviewSection>

export default meta
type Story = StoryObj<typeof meta>

export const Papers: Story = {
  async play({ canvas }) {
    await expect(canvas.getAllByRole('link')).toHaveLength(5)
    await expect(canvas.getByRole('region', { name: 'Waiting' })).toHaveTextContent(/14 papers wait to be read/)
  },
}
export const Nothing: Story = { args: emptyReview.waiting }
export const FormulasAndNotice: Story = {
  args: {
    title: 'Changed',
    figure: '2',
    text: '2 papers on your list changed.',
    papers: [
      { paper: retracted, item_id: 'item-1', text: 'Retracted by the publisher on 18 Nov 2026 (Crossref).' },
      { paper: mathPaper, text: null },
    ],
  },
}
