import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser, serverPaper } from '#tests/support/samples.ts'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { Failure, never, serverError, signedInAs, type Answers } from '../config/answers.ts'
import { items, mathPaper, papers } from '../config/samples.ts'
import { detailsOf, journalArticle } from '../config/paperSamples.ts'
import { answersFor } from '../config/siteAnswers.ts'
import { changes } from '../config/versionSamples.ts'

const paper = papers[0]!
const details = detailsOf(paper)
const pathOf = (id: string) => `/paper/${id}`
const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Paper',
  component: PaperPage,
  parameters: { path: pathOf(paper.id), layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof PaperPage>

export default meta
type Story = StoryObj<typeof meta>

export const Shown: Story = {
  async play({ canvas }) {
    await canvas.findByText('Shown to you on Fri 20 Nov 2026, place 1 of 90.')
    await canvas.findByText('Both: night vision, shot noise')
  },
}
export const SavedWithNote: Story = {
  parameters: onSite({
    [`GET /papers/${paper.id}`]: {
      ...details,
      state: { ...details.state, saved: true, saved_item_id: items[0]!.id },
    },
  }),
  async play({ canvas }) {
    await canvas.findByDisplayValue(/The power meter trick/)
  },
}
export const VersionsCompared: Story = {
  parameters: {
    path: `${pathOf(paper.id)}?changes=1..2`,
    ...onSite({ [`GET /papers/${paper.id}/changes`]: changes }),
  },
  async play({ canvas, userEvent }) {
    await canvas.findByText(/^The title and 2 sentences/)
    await userEvent.click(canvas.getByRole('button', { name: 'What changed in version 2' }))
    await userEvent.click(canvas.getByRole('button', { name: 'What changed in version 2' }))
    await canvas.findByRole('heading', { name: 'Comment' })
  },
}
export const NeverShown: Story = {
  parameters: {
    path: pathOf(mathPaper.id),
    ...onSite({
      [`GET /papers/${mathPaper.id}`]: { ...detailsOf(mathPaper), versions: [], delivered: undefined },
      [`GET /papers/${mathPaper.id}/similar`]: { items: [], total: 0 },
      'GET /users/me/whereabouts': { ref: mathPaper.id, fate: 'other_categories', categories: ['math.AP'] },
    }),
  },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Where it went' })
    await canvas.findByText('No paper of the library is close to this one.')
  },
}
export const Withdrawn: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: { ...details, withdrawn: true, withdrawn_by: 'authors' } }),
  async play({ canvas }) {
    await canvas.findByText('Its authors have withdrawn this paper.')
  },
}
const preprint = serverPaper('medrxiv')
export const MedrxivPreprint: Story = {
  parameters: {
    path: pathOf(preprint.id),
    ...onSite({
      [`GET /papers/${preprint.id}`]: {
        ...detailsOf(preprint),
        version: 1,
        versions: [{ version: 1, at: preprint.published_at }],
        delivered: { day: '2026-11-20', rank: 1, reasons: [{ kind: 'category', text: 'medrxiv.hiv-aids' }] },
      },
      [`GET /papers/${preprint.id}/similar`]: { items: [], total: 0 },
    }),
  },
  async play({ canvas }) {
    await canvas.findByText('Preprint, not peer reviewed. It should not guide clinical practice.')
    await canvas.findByText('Posted on medRxiv 20 November 2026 · version 1')
    await canvas.findByText(/you follow medRxiv HIV\/AIDS/)
  },
}
export const MedrxivPreprintPhone: Story = {
  ...MedrxivPreprint,
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
const unknown = (lookup: unknown) => ({
  path: pathOf('1706.90001v5'),
  ...onSite({ 'POST /papers/lookup': lookup }),
})
const waiting = { job_id: 'job-1', source: 'arXiv', retry_after: 28, saves: false }
const lookUp: Story['play'] = async ({ canvas, userEvent }) =>
  userEvent.click(await canvas.findByRole('button', { name: 'Look it up at arXiv' }))

export const Unknown: Story = {
  parameters: unknown(never),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Look it up at arXiv' })
    await expect(await canvas.findByRole('link', { name: 'Search for it' })).toBeVisible()
  },
}
export const AskingArxiv: Story = {
  parameters: unknown(waiting),
  async play(context) {
    await lookUp(context)
    await context.canvas.findByText('Asking arXiv…')
  },
}
export const ArxivPaused: Story = {
  parameters: unknown(({ save }: { save: boolean }) => ({
    ...waiting,
    saves: save,
    reason: 'arXiv asked for a pause.',
  })),
  async play(context) {
    const { canvas, userEvent } = context
    await lookUp(context)
    await canvas.findByText(/^in \d+ s$/)
    await userEvent.click(canvas.getByRole('button', { name: 'Save when found' }))
    await canvas.findByText(/You can leave this page/)
  },
}
export const ArxivPausedPhone: Story = { ...ArxivPaused, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const ArxivDown: Story = {
  parameters: unknown(new Failure('source-unavailable', 502, 'arXiv answers 503: Service Unavailable.')),
  async play(context) {
    const { canvas } = context
    await lookUp(context)
    await canvas.findByText(/^arXiv answers 503/)
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save when found' })).toBeVisible()
  },
}
export const ArxivDownPhone: Story = { ...ArxivDown, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const NotAtArxiv: Story = {
  parameters: unknown(new Failure('not-found', 404, 'arXiv has no paper 1706.90001.')),
  async play(context) {
    await lookUp(context)
    await context.canvas.findByRole('heading', { name: 'arXiv has no such paper' })
  },
}
const DOI = 'doi:10.5555/jiv.2026.0011'
const unknownDoi = (lookup: unknown) => ({ path: pathOf(DOI), ...onSite({ 'POST /papers/lookup': lookup }) })
const lookUpDoi: Story['play'] = async ({ canvas, userEvent }) =>
  userEvent.click(await canvas.findByRole('button', { name: 'Look it up at Crossref' }))

export const UnknownDoi: Story = {
  parameters: unknownDoi(never),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Look it up at Crossref' })
    const link = await canvas.findByRole('link', { name: 'Open it at doi.org' })
    await expect(link).toHaveAttribute('href', 'https://doi.org/10.5555/jiv.2026.0011')
  },
}
export const NotAtCrossref: Story = {
  parameters: unknownDoi(new Failure('not-found', 404, 'Crossref has no paper 10.5555/jiv.2026.0011.')),
  async play(context) {
    await lookUpDoi(context)
    await context.canvas.findByRole('heading', { name: 'Crossref has no such paper' })
  },
}
export const CrossrefOff: Story = {
  parameters: unknownDoi(new Failure('conflict', 409, 'Crossref is switched off in this library.')),
  async play(context) {
    await lookUpDoi(context)
    await context.canvas.findByText('Crossref is switched off in this library.')
  },
}
export const OfCrossref: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: { ...details, ...journalArticle, id: paper.id } }),
  async play({ canvas }) {
    await canvas.findByText('Published 20 September 2026')
    await canvas.findByText('Metadata from Crossref')
    await canvas.findByText('No abstract from the publisher.')
    await canvas.findByText('Journal of Imaginary Vision 3 (1), 11-29 (2026)')
  },
}
export const OfCrossrefPhone: Story = { ...OfCrossref, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const Loading: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: never }),
  async play({ canvas }) {
    await canvas.findByRole('region', { name: 'Loading the paper' })
  },
}
export const Failed: Story = {
  parameters: onSite({ [`GET /papers/${paper.id}`]: serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await canvas.findByText('Both: night vision, shot noise')
  },
}
