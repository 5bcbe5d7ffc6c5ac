import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { SimilarInput, SimilarPapers } from '#api/contract/taste.ts'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { Search } from '#web/pages/Search/Search.tsx'
import { Failure, never, serverError, signedInAs } from '../config/answers.ts'
import { answersFor } from '../config/siteAnswers.ts'
import { similar } from '../config/tasteSamples.ts'

const TEXT = 'We describe lanterns that burn through the night, and what shot noise tells about them.'

const answering = (answer: unknown) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), 'POST /papers/similar': answer } },
})

const meta = {
  title: 'Pages/TextSearch',
  component: Search,
  parameters: { path: '/search?by=text', layout: 'fullscreen', ...answering(similar) },
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Your text' }), TEXT)
    await userEvent.click(canvas.getByRole('button', { name: 'Find similar papers' }))
  },
} satisfies Meta<typeof Search>

export default meta
type Story = StoryObj<typeof meta>

export const Start: Story = {
  async play({ canvas }) {
    await canvas.findByRole('textbox', { name: 'Your text' })
  },
}
export const FromTheSearchField: Story = {
  parameters: { path: '/search' },
  async play({ canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('searchbox', { name: 'Search papers' }))
    await userEvent.paste(`${TEXT}\n\n`.repeat(4))
    await canvas.findByText(/^A search has at most 256 characters/)
    await expect(canvas.getByRole('textbox', { name: 'Your text' })).toHaveFocus()
  },
}
export const Found: Story = {
  async play({ canvas, ...context }) {
    await meta.play({ canvas, ...context })
    await canvas.findByText('3 papers like your text, closest first.')
    await canvas.findByText(/^Both: night vision, shot noise/)
  },
}
export const More: Story = {
  parameters: answering(({ limit = 5 }: SimilarInput): SimilarPapers => {
    const items = Array.from({ length: Math.min(limit, 31) }, (_, at) => {
      return { paper: { ...samplePaper, id: `arxiv:2611.7${`${at}`.padStart(4, '0')}` }, terms: ['shot noise'] }
    })
    return { items, total: items.length, skip: 0, limit }
  }),
  async play({ canvas, userEvent, ...context }) {
    await meta.play({ canvas, userEvent, ...context })
    await userEvent.click(await canvas.findByRole('button', { name: 'Show 30 more' }))
    await canvas.findByText('31 papers like your text, closest first.')
    await expect(canvas.queryByRole('button', { name: 'Show 30 more' })).toBeNull()
  },
}
export const NothingFound: Story = {
  parameters: answering({
    ...similar,
    items: [],
    total: 0,
    note: 'The library has too few papers with the words of this text to find similar ones.',
  } satisfies SimilarPapers),
  async play({ canvas, ...context }) {
    await meta.play({ canvas, ...context })
    await canvas.findByRole('heading', { name: 'Nothing like it found' })
  },
}
export const IndexIsBuilt: Story = {
  parameters: answering({
    ...similar,
    note: 'The search index is being built: not every paper is found yet.',
  } satisfies SimilarPapers),
  async play({ canvas, ...context }) {
    await meta.play({ canvas, ...context })
    await canvas.findByText(/index is being built/)
  },
}
export const Loading: Story = { parameters: answering(never) }
export const Failed: Story = {
  parameters: answering(serverError),
  async play({ canvas, ...context }) {
    await meta.play({ canvas, ...context })
    await canvas.findByRole('button', { name: 'Try again' })
    await expect(canvas.getByRole('textbox', { name: 'Your text' })).toHaveValue(TEXT)
  },
}
export const Busy: Story = {
  parameters: answering(new Failure('unavailable', 503, 'Too many searches are running. Try again in a moment.')),
  async play({ canvas, ...context }) {
    await meta.play({ canvas, ...context })
    await canvas.findByText('Too many searches are running. Try again in a moment.')
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play({ canvas, ...context }) {
    await meta.play({ canvas, ...context })
    await canvas.findAllByRole('article')
  },
}
