import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { sampleUser } from '#tests/support/samples.ts'
import { Search } from '#web/pages/Search/Search.tsx'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import {
  answersFor,
  correctedSearch,
  cutSearch,
  nothingFound,
  pendingSearch,
  searchByMeaning,
  unansweredSearch,
} from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/Search',
  component: Search,
  parameters: { path: '/search?q=lanterns&category=cs.LG', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof Search>

export default meta
type Story = StoryObj<typeof meta>

export const Found: Story = {
  async play({ canvas }) {
    await canvas.findByText(/412 papers for “lanterns”/)
    await expect(canvas.getAllByRole('article')).toHaveLength(4)
  },
}
export const Start: Story = {
  parameters: { path: '/search' },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Examples' })
  },
}
export const StartOfAnEmptyLibrary: Story = {
  parameters: {
    path: '/search',
    ...onSite({ 'GET /papers/today': { items: [], total: 0, announced_on: null, sample: false } }),
  },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Browse your categories' })
    await expect(canvas.queryByRole('heading', { name: 'Examples' })).toBeNull()
  },
}
export const NothingFound: Story = {
  parameters: onSite({ 'GET /papers/search': nothingFound }),
  async play({ canvas }) {
    await canvas.findByText(/Did you mean/)
  },
}
export const LongWord: Story = {
  parameters: {
    path: `/search?q=${'x'.repeat(256)}`,
    ...onSite({ 'GET /papers/search': { ...nothingFound, did_you_mean: 'y'.repeat(256) } }),
  },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, canvasElement }) {
    await canvas.findByText(/Did you mean/)
    await expect(canvasElement.ownerDocument.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
}
export const UnknownId: Story = {
  parameters: {
    path: '/search?q=1706.90001',
    ...onSite({
      'GET /papers/search': { ...nothingFound, did_you_mean: undefined, look_up_id: 'arxiv:1706.90001' },
    }),
  },
  async play({ canvas }) {
    const link = await canvas.findByRole('link', { name: 'Look it up at arXiv' })
    await expect(link).toHaveAttribute('href', '/paper/arxiv:1706.90001')
  },
}
export const Corrected: Story = {
  parameters: { path: '/search?q=lantrens', ...onSite({ 'GET /papers/search': correctedSearch }) },
  async play({ canvas, userEvent }) {
    await canvas.findByText(/412 papers \(2 with all words\) for “lanterns”/)
    await canvas.findByRole('heading', { name: 'Papers with some of the words' })
    await userEvent.click(canvas.getByRole('button', { name: 'Search for “lantrens” instead' }))
    await expect(canvas.getByRole('searchbox')).toHaveValue('lantrens')
  },
}
export const ByMeaning: Story = {
  parameters: { path: '/search?q=how+lanterns+work', ...onSite({ 'GET /papers/search': searchByMeaning }) },
  async play({ canvas }) {
    await canvas.findByRole('heading', { name: 'Papers with some of the words, or near in meaning' })
    await expect(canvas.getAllByText('by meaning')).toHaveLength(2)
  },
}
export const CutShort: Story = {
  parameters: onSite({ 'GET /papers/search': cutSearch }),
  async play({ canvas }) {
    await canvas.findByText(/More than 10,000 papers for “lanterns”, best match first among the newest 3,000/)
    await canvas.findByText(/Not all was searched/)
    await expect(canvas.queryByRole('button', { name: 'Follow this search' })).toBeNull()
  },
}
export const Unanswered: Story = {
  parameters: onSite({ 'GET /papers/search': unansweredSearch }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
    await expect(canvas.getAllByText(/Not all was searched/)).toHaveLength(1)
    for (const text of [/Nothing found/, /No papers/, /Follow this search/])
      await expect(canvas.queryByText(text)).toBeNull()
  },
}
export const MeaningPending: Story = {
  parameters: { path: '/search?q=how+lanterns+work', ...onSite({ 'GET /papers/search': pendingSearch }) },
  async play({ canvas }) {
    await canvas.findByText('Ordered by words so far.')
    await canvas.findByRole('button', { name: 'Order by meaning' })
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /papers/search': never }),
  async play({ canvas }) {
    await canvas.findByRole('searchbox')
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /papers/search': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas }) {
    await canvas.findAllByRole('article')
  },
}
