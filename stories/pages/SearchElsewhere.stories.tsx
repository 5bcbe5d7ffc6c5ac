import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { sampleItem, samplePaper, sampleUser } from '#tests/support/samples.ts'
import { Search } from '#web/pages/Search/Search.tsx'
import { Failure, never, signedInAs, type Answers } from '../config/answers.ts'
import { elsewhereAnswer, listedElsewhere, services } from '../config/elsewhereSamples.ts'
import { answersFor, nothingFound, searchAnswer } from '../config/siteAnswers.ts'

const ASK = 'GET /papers/search/elsewhere'
const onSite = (answers: Answers = {}) => ({
  site: {
    session: signedInAs(sampleUser),
    answers: {
      ...answersFor(),
      'GET /papers/search': { ...nothingFound, did_you_mean: undefined, elsewhere: services },
      [ASK]: elsewhereAnswer,
      ...answers,
    },
  },
})
const search = { name: 'Search at INSPIRE' }

const meta = {
  title: 'Pages/SearchElsewhere',
  component: Search,
  parameters: { path: '/search?q=lanterns', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Search>

export default meta
type Story = StoryObj<typeof meta>

export const Offered: Story = {
  async play({ canvas }) {
    await canvas.findByRole('button', search)
    await expect(canvas.queryByRole('list', { name: /^Papers at/ })).toBeNull()
  },
}
export const BelowPapers: Story = {
  parameters: onSite({ 'GET /papers/search': { ...searchAnswer, elsewhere: services.slice(0, 1) } }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Search at arXiv' })
    await expect(canvas.queryByRole('button', search)).toBeNull()
  },
}
export const Searching: Story = {
  parameters: onSite({ [ASK]: never }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await canvas.findByText('Searching at INSPIRE…')
  },
}
export const Found: Story = {
  parameters: onSite({
    'POST /papers/lookup': { ...samplePaper, id: 'doi:10.5555/jiv.2019.0007', title: listedElsewhere[1]!.title },
    'POST /users/me/reading-list': { ...sampleItem, id: 'item-9' },
    'DELETE /users/me/reading-list/item-9': {},
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await canvas.findByText(
      /^The best 4 of 812 papers at INSPIRE for “lanterns”\. The records of 1 could not be read\.$/,
    )
    await expect(canvas.getAllByRole('button', { name: 'Saved' })).toHaveLength(1)
    await userEvent.click(canvas.getAllByRole('button', { name: 'Save' })[0]!)
    const title = () => canvas.getByRole('link', { name: /^Lanterns at sea/ })
    await waitFor(() => expect(title()).toHaveAttribute('href', '/paper/doi:10.5555/jiv.2019.0007'))
    await waitFor(() => expect(canvas.queryByLabelText('Saving')).toBeNull())
    await expect(canvas.getAllByRole('button', { name: 'Saved' })).toHaveLength(2)
    await userEvent.click(canvas.getAllByRole('button', { name: 'Saved' })[1]!)
    await waitFor(() => expect(canvas.getAllByRole('button', { name: 'Saved' })).toHaveLength(1))
  },
}
export const NotLookedUp: Story = {
  parameters: onSite({
    'POST /papers/lookup': new Failure('source-unavailable', 502, 'Crossref did not answer. Try again in a minute.'),
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Save' }))[0]!)
    await canvas.findByText('Crossref did not answer. Try again in a minute.')
    await canvas.findByRole('button', { name: 'Not saved. Retry' })
  },
}
export const NothingThere: Story = {
  parameters: onSite({ [ASK]: { ...elsewhereAnswer, items: [], total: 0, unreadable: 0 } }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await canvas.findByText('INSPIRE has no paper with these words: “lanterns”.')
  },
}
export const ServiceFails: Story = {
  parameters: onSite({
    [ASK]: new Failure('source-unavailable', 502, 'INSPIRE did not answer in time. Try again in a minute.'),
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await canvas.findByText(/INSPIRE did not answer in time/)
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const NoMoreToday: Story = {
  parameters: onSite({
    [ASK]: new Failure('rate-limited', 429, 'There were too many searches elsewhere. Try again in 40 minutes.'),
  }),
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await canvas.findByText(/too many searches elsewhere/)
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.click(await canvas.findByRole('button', search))
    await canvas.findByRole('list', { name: 'Papers at INSPIRE' })
    await expect(canvasElement.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
}
