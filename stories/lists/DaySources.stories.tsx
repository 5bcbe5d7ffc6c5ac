import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { DaySource } from '#api/contract/dashboard.ts'
import { DaySources } from '#web/components/lists/DaySources.tsx'
import { daySources } from '../config/daySamples.ts'

const [arxiv, biorxiv, medrxiv] = daySources as [DaySource, DaySource, DaySource]

/** For how complete the day of a reader of several sources is. Not for the days of a source: take `DayCalendar`. */
const meta = {
  title: 'Lists/DaySources',
  component: DaySources,
  args: { day: '2026-11-20', sources: daySources },
} satisfies Meta<typeof DaySources>

export default meta
type Story = StoryObj<typeof meta>

export const Complete: Story = {
  async play({ canvas }) {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(3)
    await expect(canvas.getByText(/^bioRxiv, posted Thu 19 Nov: 164 papers in all, read /)).toBeVisible()
  },
}
export const OfCrossref: Story = {
  args: { sources: [arxiv, { source: 'crossref', name: 'Crossref', state: 'announced', papers: 12 }] },
  async play({ canvas }) {
    await expect(canvas.getByText(/^Crossref, registered Thu 19 Nov: 12 papers in all/)).toBeVisible()
  },
}
export const Weekend: Story = {
  args: {
    day: '2026-11-21',
    sources: [{ source: 'arxiv', name: 'arXiv', state: 'empty', closed: 'weekend', papers: 0 }, biorxiv],
  },
  async play({ canvas }) {
    await expect(canvas.getByText('arXiv: no announcement, weekend')).toBeVisible()
  },
}
export const Expected: Story = { args: { sources: [arxiv, { ...biorxiv, state: 'expected', papers: 0 }] } }
export const NotRead: Story = { args: { sources: [arxiv, { ...biorxiv, state: 'missing', papers: 0 }] } }
export const PartlyRead: Story = { args: { sources: [{ ...arxiv, state: 'missing' }, biorxiv] } }
export const Recovered: Story = { args: { sources: [arxiv, { ...biorxiv, state: 'recovered' }] } }
export const NothingPosted: Story = { args: { sources: [arxiv, { ...medrxiv, state: 'empty', papers: 0 }] } }
export const OneSource: Story = {
  args: { sources: undefined },
  async play({ canvasElement }) {
    await expect(canvasElement).toHaveTextContent(/^$/)
  },
}
