import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CategoryGroups } from '#web/components/settings/CategoryGroups.tsx'
import { categoriesOfServers, journalCategories, registeredServers } from '../config/categorySamples.ts'

const everything = [...categoriesOfServers, ...registeredServers, ...journalCategories]

/** For all categories there are. With a search, take `CategoryOptions`. Keyboard: a heading opens its group. */
const meta = {
  title: 'Settings/CategoryGroups',
  component: CategoryGroups,
  args: { categories: everything, chosen: ['cs.LG', 'journal.9999-9994'], disabled: false, onToggle: fn() },
} satisfies Meta<typeof CategoryGroups>

export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}
export const FollowedJournals: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /^Journals \(2\)/ }))
    await userEvent.click(canvas.getByRole('checkbox', { name: /^Journal of Imaginary Vision/ }))
    await expect(args.onToggle).toHaveBeenCalledWith('journal.9999-9994')
  },
}
export const ServersOfCrossref: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /^Preprint servers: chemistry/ }))
    await canvas.findByRole('checkbox', { name: /^ChemRxiv/ })
    await expect(canvas.getByText(/Crossref is switched off/)).toBeVisible()
  },
}
export const ServersOfCrossrefPhone: Story = {
  ...ServersOfCrossref,
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
export const Loading: Story = { args: { categories: undefined } }
