import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { FilterPanel } from '#web/components/search/FilterPanel.tsx'
import { createNameOf } from '#web/shared/categoryNames.ts'
import { noFilters } from '#web/data/search/searchState.ts'
import { categories, categoriesOfServers } from '../config/categorySamples.ts'

const journals = new Map([['journal.9999-9994', 'Journal of Imaginary Vision']])
const names = new Map(categories.map(({ id, name }) => [id, name]))

/** For the filters of a search. It applies at once. Keyboard: fields in their order. */
const meta = {
  title: 'Search/FilterPanel',
  component: FilterPanel,
  args: {
    filters: noFilters,
    categories: categories.map(({ id, daily_volume }) => ({ id, count: daily_volume * 31 })),
    years: [
      { year: 2026, count: 1204 },
      { year: 2025, count: 988 },
    ],
    names,
    nameOf: createNameOf(journals),
    onChange: fn(),
  },
} satisfies Meta<typeof FilterPanel>

export default meta
type Story = StoryObj<typeof meta>

export const None: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('checkbox', { name: /cs\.CL/ }))
    await expect(args.onChange).toHaveBeenCalledWith({ ...noFilters, category: ['cs.CL'] })
  },
}
export const Active: Story = {
  args: { filters: { ...noFilters, category: ['cs.LG', 'stat.ML'], sort: 'newest', author: 'Holt', in_list: true } },
}
export const OwnRange: Story = { args: { filters: { ...noFilters, from: '2026-01-01', to: '2026-06-30' } } }
export const Journals: Story = {
  args: {
    categories: [
      { id: 'cs.CV', count: 310 },
      { id: 'journal.9999-9994', count: 48 },
      { id: 'journal.9999-9986', count: 48 },
      { id: 'journal.9999-997X', count: 9 },
      { id: 'chemrxiv', count: 7 },
    ],
    nameOf: createNameOf(new Map([...journals, ['journal.9999-9986', 'Journal of Imaginary Vision']])),
  },
  async play({ canvas }) {
    await expect(canvas.getAllByRole('checkbox', { name: /^Journal of Imaginary Vision/ })).toHaveLength(1)
    await canvas.findByRole('checkbox', { name: 'ISSN 9999-997X 9' })
    await canvas.findByRole('checkbox', { name: 'ChemRxiv 7' })
  },
}
export const SubjectsOfServers: Story = {
  args: { categories: categoriesOfServers.slice(-7).map(({ id, daily_volume }) => ({ id, count: daily_volume * 31 })) },
}
export const NoCounts: Story = { args: { categories: undefined, years: undefined } }
