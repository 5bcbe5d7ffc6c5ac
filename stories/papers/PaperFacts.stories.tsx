import type { Meta, StoryObj } from '@storybook/react-vite'
import { sampleCard, samplePaper, serverPaper } from '#tests/support/samples.ts'
import { journalArticle } from '../config/paperSamples.ts'
import { PaperFacts } from '#web/components/papers/PaperFacts.tsx'

/** For what is known beside the abstract. Dawn only for why the paper is there. Keyboard: its links. */
const meta = {
  title: 'Papers/PaperFacts',
  component: PaperFacts,
  args: { paper: samplePaper, reasons: sampleCard.reasons },
} satisfies Meta<typeof PaperFacts>

export default meta
type Story = StoryObj<typeof meta>

export const ReasonsAndFacts: Story = {}
export const FactsOnly: Story = { args: { reasons: [] } }
export const Published: Story = {
  args: {
    paper: {
      ...samplePaper,
      journal_ref: 'Journal of Invented Skies 12 (2026) 44',
      urls: { ...samplePaper.urls, doi: 'https://doi.org/10.5555/lantern' },
    },
  },
}
export const FromCrossref: Story = {
  args: { paper: { ...samplePaper, ...journalArticle }, reasons: [] },
  async play({ canvas }) {
    await canvas.findByText('Metadata from Crossref')
  },
}
export const FromMedrxiv: Story = {
  args: { paper: serverPaper('medrxiv'), reasons: [] },
  async play({ canvas }) {
    await canvas.findByRole('link', { name: 'medRxiv' })
  },
}
export const NeighbouringCategory: Story = { args: { reasons: [{ kind: 'explore', text: 'eess.IV' }] } }
export const FollowedSearchOnly: Story = {
  args: {
    paper: { ...samplePaper, comment: null, urls: { abs: samplePaper.urls.abs } },
    reasons: [{ kind: 'topic', text: 'graphs' }],
  },
}
export const InCommon: Story = { args: { reasons: [], terms: ['night vision', 'shot noise'] } }
