import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { DayDetails } from '#web/components/admin/DayDetails.tsx'
import { dayOf } from '../config/daySamples.ts'

const recovered = dayOf('2026-11-04', 'recovered', 943, 13)

/** For the day chosen in `DayCalendar`, below it. It has no controls. */
const meta = { title: 'Admin/DayDetails', component: DayDetails, args: { row: recovered } } satisfies Meta<
  typeof DayDetails
>

export default meta
type Story = StoryObj<typeof meta>

export const Recovered: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('row', { name: /cs read .* 13 not accounted for 565/ })).toBeVisible()
  },
}
export const Announced: Story = { args: { row: dayOf('2026-11-20', 'announced', 1_204) } }
export const Empty: Story = { args: { row: dayOf('2026-11-26', 'empty') } }
export const Missing: Story = { args: { row: dayOf('2026-11-11', 'missing') } }
export const Expected: Story = { args: { row: dayOf('2026-11-27', 'expected') } }
export const OneArchiveMissing: Story = {
  args: {
    row: {
      ...dayOf('2026-11-20', 'announced', 1_204),
      state: 'missing',
      archives: [
        ...dayOf('2026-11-20', 'announced', 1_204).archives,
        ...dayOf('2026-11-20', 'missing').archives.slice(2),
      ].map((row, index) => ({ ...row, archive: ['cs', 'math', 'astro-ph', 'econ'][index]! })),
    },
  },
}
export const OfCrossref: Story = {
  args: {
    row: {
      ...dayOf('2026-11-20', 'announced', 19),
      archives: dayOf('2026-11-20', 'announced', 19)
        .archives.slice(0, 2)
        .map((row, index) => ({ ...row, archive: ['journal', 'chemrxiv'][index]! })),
    },
  },
  async play({ canvas }) {
    await expect(canvas.getByRole('row', { name: /^Journals read/ })).toBeVisible()
    await expect(canvas.getByRole('row', { name: /^ChemRxiv read/ })).toBeVisible()
  },
}
