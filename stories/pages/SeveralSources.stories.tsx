import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Freshness } from '#api/contract/dashboard.ts'
import { expect } from 'storybook/test'
import { journalPaper, outlineOf, sampleCard, sampleUser } from '#tests/support/samples.ts'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'
import { signedInAs } from '../config/answers.ts'
import { categories, journalCategories } from '../config/categorySamples.ts'
import { daySources } from '../config/daySamples.ts'
import { answersFor, dashboard, dayWithout } from '../config/siteAnswers.ts'

const [arxiv, biorxiv, medrxiv] = daySources
const reader = { ...sampleUser, category_ids: ['cs.LG', 'biorxiv.neuroscience', 'medrxiv.oncology'] }
const onDay = (freshness: Partial<Freshness>, day = dashboard) => ({
  site: {
    session: signedInAs(reader),
    answers: {
      ...answersFor(reader),
      'GET /users/me/dashboard': { ...day, freshness: { ...day.freshness, ...freshness } },
    },
  },
})

/** The dashboard of a reader who follows arXiv and preprint servers. */
const meta = {
  title: 'Pages/SeveralSources',
  component: Dashboard,
  parameters: { path: '/dashboard', layout: 'fullscreen', ...onDay({ day_state: 'announced', sources: daySources }) },
} satisfies Meta<typeof Dashboard>

export default meta
type Story = StoryObj<typeof meta>

export const AllRead: Story = {
  async play({ canvas }) {
    await canvas.findByText(/^medRxiv, posted Thu 19 Nov: 48 papers in all/)
  },
}
export const OneNotRead: Story = {
  parameters: onDay({
    day_state: 'missing',
    sources: [arxiv!, { ...biorxiv!, state: 'missing', papers: 0 }, { ...medrxiv!, state: 'expected', papers: 0 }],
  }),
  async play({ canvas }) {
    await canvas.findByText(/^A part of this day is missing: papers of bioRxiv/)
  },
}
export const OneFails: Story = {
  parameters: onDay({
    failing_since: '2026-11-20T05:10:00.000Z',
    failing_source: 'bioRxiv',
    failure: 'bioRxiv answers 503.',
  }),
  async play({ canvas }) {
    await canvas.findByText(/bioRxiv could not be reached since/)
  },
}
export const NothingAnnounced: Story = {
  parameters: onDay(
    { day_state: 'empty', sources: daySources.map((source) => ({ ...source, state: 'empty', papers: 0 })) },
    dayWithout('announced_nothing'),
  ),
  async play({ canvas }) {
    await canvas.findByText('arXiv, bioRxiv and medRxiv announced nothing on Friday 20 November')
  },
}

const JOURNAL = journalCategories[0]!
const readerOfJournals = { ...sampleUser, category_ids: ['cs.LG', JOURNAL.id, 'chemrxiv'] }
const articles = [
  journalPaper(),
  journalPaper({ id: 'doi:10.5555/jiv.2026.0043', abstract: '', abstract_segments: [] }),
]
const journalCards = articles.map((paper, index) => ({
  ...sampleCard,
  paper,
  rank: index + 1,
  reasons: [{ kind: 'category' as const, text: JOURNAL.name }],
}))
/** Of a journal by name: its code is nowhere. */
export const Journals: Story = {
  parameters: {
    site: {
      session: signedInAs(readerOfJournals),
      answers: {
        ...answersFor(readerOfJournals),
        'GET /categories': { items: [...categories, ...journalCategories], total: categories.length + 2 },
        'GET /users/me/dashboard': {
          ...dashboard,
          cards: journalCards,
          outline: outlineOf(journalCards),
          freshness: {
            ...dashboard.freshness,
            day_state: 'announced',
            sources: [arxiv, { source: 'crossref', name: 'Crossref', state: 'announced', papers: 2 }],
          },
        },
      },
    },
  },
  async play({ canvas, canvasElement }) {
    await canvas.findByRole('button', { name: /^Journal of Imaginary Vision 2/ })
    await canvas.findByText(/^Crossref, registered Thu 19 Nov: 2 papers in all/)
    await expect(canvasElement).not.toHaveTextContent(/journal\.\d/)
  },
}
