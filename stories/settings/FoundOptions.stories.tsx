import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { useFollowables } from '#web/data/account/useFollowables.ts'
import { FoundOptions } from '#web/components/settings/FoundOptions.tsx'
import {
  foundFeeds,
  foundJournals,
  foundQueries,
  foundSubjects,
  foundVenues,
  idleFollowables,
  journalCategories,
} from '../config/categorySamples.ts'

/**
 * For subjects of preprint servers, journals, venues, queries and feeds beside the categories that a search finds; the states are those of `CategoryPicker`. Keyboard: arrow keys
 * move, Space chooses and makes the journal a category.
 */
const meta = {
  title: 'Settings/FoundOptions',
  component: FoundOptions,
  args: {
    followables: idleFollowables,
    words: 'imaginary',
    known: journalCategories.slice(0, 1),
    chosen: ['journal.9999-9994'],
    disabled: false,
    isFull: false,
    onToggle: fn(),
  },
  parameters: {
    answers: { 'GET /categories/search': { items: foundJournals, total: foundJournals.length, failures: [] } },
  },
  render: function Render(args) {
    return <FoundOptions {...args} followables={useFollowables()} />
  },
} satisfies Meta<typeof FoundOptions>

export default meta
type Story = StoryObj<typeof meta>

export const Found: Story = {
  async play({ args, canvas, userEvent }) {
    await canvas.findByText('4 journals')
    canvas.getAllByRole('checkbox')[1]?.focus()
    await userEvent.keyboard('{ArrowUp} ')
    await expect(args.onToggle).toHaveBeenCalledWith('journal.9999-9994')
  },
}
export const Query: Story = {
  args: { words: 'imaginary vision', known: [] },
  parameters: {
    answers: { 'GET /categories/search': { items: [...foundJournals, ...foundQueries], total: 5, failures: [] } },
  },
  async play({ canvas }) {
    await canvas.findByText('As a query of PubMed')
    await expect(canvas.getByText(/PubMed does not know “imaginary”/)).toBeVisible()
  },
}
export const Subjects: Story = {
  args: { words: 'preprints.org', known: [] },
  parameters: {
    answers: { 'GET /categories/search': { items: [...foundSubjects, ...foundQueries], total: 4, failures: [] } },
  },
  async play({ canvas }) {
    await canvas.findByText('3 subjects of preprint servers')
    await expect(canvas.getByText('Preprints.org · about 64 a day')).toBeVisible()
  },
}
export const SubjectsPhone: Story = { ...Subjects, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const Venues: Story = {
  args: { words: 'imaginary 2027', known: [] },
  parameters: {
    answers: { 'GET /categories/search': { items: [...foundVenues, ...foundQueries], total: 3, failures: [] } },
  },
  async play({ canvas }) {
    await canvas.findByText('2 venues of OpenReview')
    await expect(canvas.getByText('2,260 accepted papers')).toBeVisible()
  },
}
export const VenuesPhone: Story = { ...Venues, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const Feeds: Story = {
  args: { words: 'https://press.example.org/jiv', known: [] },
  parameters: { answers: { 'GET /categories/search': { items: foundFeeds, total: 2, failures: [] } } },
  async play({ canvas }) {
    await canvas.findByText('2 feeds')
  },
}
export const FeedsPhone: Story = { ...Feeds, tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const KnownOnly: Story = {
  args: { words: 'im' },
  async play({ canvas }) {
    await expect(canvas.getByText('1 journal')).toBeVisible()
  },
}
export const Disabled: Story = {
  args: { disabled: true },
  async play({ canvas }) {
    await canvas.findByText('4 journals')
  },
}
/** As many are chosen as one can follow, which the picker says. */
export const Full: Story = {
  args: { isFull: true },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(await canvas.findByRole('checkbox', { name: /^Acta Imaginaria/ }))
    await expect(args.onToggle).not.toHaveBeenCalled()
  },
}
