import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Item } from '#api/contract/readingList.ts'
import { sampleItem, sampleUser } from '#tests/support/samples.ts'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'
import { expect, screen, within } from 'storybook/test'
import { serverError, never, signedInAs, type Answers } from '../config/answers.ts'
import { retraction } from '../config/paperSamples.ts'
import { answersFor, emptyReadingList, readingList } from '../config/siteAnswers.ts'

const onSite = (answers: Answers = {}) => ({
  site: { session: signedInAs(sampleUser), answers: { ...answersFor(), ...answers } },
})

const meta = {
  title: 'Pages/ReadingList',
  component: ReadingList,
  parameters: { path: '/reading-list', layout: 'fullscreen', ...onSite() },
} satisfies Meta<typeof ReadingList>

export default meta
type Story = StoryObj<typeof meta>

export const ToRead: Story = {
  async play({ canvas }) {
    await canvas.findByRole('textbox', { name: 'Your note' })
  },
}
export const Empty: Story = {
  parameters: onSite({ 'GET /users/me/reading-list': emptyReadingList }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 2 })
  },
}
export const Loading: Story = {
  parameters: onSite({ 'GET /users/me/reading-list': never }),
  async play({ canvas }) {
    await canvas.findByRole('heading', { level: 1 })
  },
}
export const Failed: Story = {
  parameters: onSite({ 'GET /users/me/reading-list': serverError }),
  async play({ canvas }) {
    await canvas.findByRole('button', { name: 'Try again' })
  },
}
const LONG = `On ${'Rhabarberkuchen'.repeat(8)} and $\\alpha$`
const longItem: Item = {
  ...sampleItem,
  tags: ['x'.repeat(40)],
  notes: 'https://example.org/'.repeat(12),
  paper: { ...sampleItem.paper, title: LONG, title_segments: [{ text: LONG }] },
}
const right = (element: Element) => element.getBoundingClientRect().right

/** Nothing is cut at the side of the paper beside the list. */
export const LongWords: Story = {
  parameters: onSite({ 'GET /users/me/reading-list': { ...readingList, items: [longItem] } }),
  async play({ canvas }) {
    const detail = await canvas.findByRole('region', { name: LONG })
    await expect(right(within(detail).getByRole('heading'))).toBeLessThanOrEqual(right(detail))
  },
}
export const Import: Story = {
  parameters: { path: '/reading-list?import=import-1' },
  async play() {
    await screen.findByText('38 papers added')
  },
}
export const Tagged: Story = {
  parameters: { path: '/reading-list?tag=lab' },
  async play({ canvas }) {
    await canvas.findByRole('combobox', { name: 'Tag' })
  },
}
export const PhoneDetail: Story = {
  parameters: { path: `/reading-list?${new URLSearchParams({ item: sampleItem.id })}` },
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  async play() {
    await screen.findByRole('textbox', { name: 'Your note' })
  },
}
/** A label in its row, and the line in words beside the list. */
export const Retracted: Story = {
  parameters: onSite({
    'GET /users/me/reading-list': {
      ...readingList,
      items: [{ ...sampleItem, paper: { ...sampleItem.paper, notices: [retraction] } }],
    },
  }),
  async play({ canvas }) {
    await canvas.findByText(/Retracted by the publisher on 18 Nov 2026/)
    await expect(canvas.getAllByText('Retracted').length).toBeGreaterThan(0)
  },
}
