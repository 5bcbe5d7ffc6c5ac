import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
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
/** Each service is named where something is from it. */
export const KnownElsewhere: Story = {
  args: {
    reasons: [],
    paper: {
      ...samplePaper,
      comment: null,
      abstract_from: { name: 'OpenAlex', url: 'https://openalex.org/W9999000001' },
      metrics: { citations: 12, upvotes: 1, stars: 120 },
      urls: { ...samplePaper.urls, code: 'https://code.example.org/lantern', project: 'https://lantern.example.org' },
      facts_from: [
        { name: 'Semantic Scholar', url: 'https://www.semanticscholar.org/paper/0f3e', facts: ['citations'] },
        { name: 'Hugging Face', url: 'https://huggingface.co/papers/2611.00001', facts: ['upvotes', 'code', 'stars'] },
      ],
    },
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/12 citations/)).toHaveTextContent('12 citations (Semantic Scholar)')
    await expect(canvas.getByText(/1 vote/)).toHaveTextContent('1 vote (Hugging Face)')
    await expect(canvas.getByText(/120 stars/)).toHaveTextContent('code (120 stars)')
    await expect(canvas.getByRole('link', { name: 'OpenAlex' })).toHaveAttribute('href', expect.stringContaining('/W'))
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
