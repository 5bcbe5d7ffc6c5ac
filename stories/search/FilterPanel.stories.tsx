import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { FilterPanel } from '#web/components/search/FilterPanel.tsx'
import { noFilters } from '#web/data/search/searchState.ts'
import { categories, categoriesOfServers } from '../config/samples.ts'

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
export const SubjectsOfServers: Story = {
  args: { categories: categoriesOfServers.slice(-7).map(({ id, daily_volume }) => ({ id, count: daily_volume * 31 })) },
}
export const NoCounts: Story = { args: { categories: undefined, years: undefined } }
