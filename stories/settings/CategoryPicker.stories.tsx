import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { useFollowables } from '#web/data/account/useFollowables.ts'
import { CategoryPicker } from '#web/components/settings/CategoryPicker.tsx'
import { Failure, never } from '../config/answers.ts'
import {
  categories,
  categoriesOfServers,
  foundJournals,
  idleFollowables,
  journalCategories,
} from '../config/categorySamples.ts'

const answers = (search: unknown, made: unknown = journalCategories[0]) => ({
  answers: { 'GET /categories/search': search, 'POST /categories': made },
})
const found = { items: foundJournals, total: foundJournals.length, failures: [] }
const nothing = { items: [], total: 0, failures: [] }

/** Types words for which there are journals only. */
const typeWords = async ({ canvas, userEvent }: PlayContext) => userEvent.type(canvas.getByRole('textbox'), 'imaginary')

/**
 * For choosing what to follow. Not for filtering a list: take chips. Keyboard: the search first, then groups; arrow keys
 * within a group.
 */
const meta = {
  title: 'Settings/CategoryPicker',
  component: CategoryPicker,
  args: {
    followables: idleFollowables,
    categories,
    value: ['cs.LG', 'math.NA'],
    onChange: fn(),
  },
  parameters: answers(nothing),
  render: function Render(args) {
    return <CategoryPicker {...args} followables={useFollowables()} />
  },
} satisfies Meta<typeof CategoryPicker>

export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

export const Empty: Story = {
  args: { value: [] },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Language' }))
    await expect(args.onChange).toHaveBeenCalledWith(['cs.CL', 'cs.LG'])
  },
}
export const Few: Story = {}
export const GroupOpen: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /^Computer Science/ }))
    await expect(canvas.getAllByRole('checkbox')).toHaveLength(5)
  },
}
export const WithASearch: Story = {
  args: {
    categories: [
      ...categories,
      { ...categories[0]!, id: 'graphs-1', name: 'Search: graphs', group: 'Topics', kind: 'topic', query: 'graphs' },
    ],
    value: ['cs.LG', 'graphs-1'],
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/^1 category and 1 search chosen/)).toBeVisible()
  },
}
export const TooMany: Story = { args: { value: categories.map(({ id }) => id) } }
export const Searching: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox'), 'NLP')
    await userEvent.click(canvas.getByRole('checkbox'))
    await expect(args.onChange).toHaveBeenCalledWith(['cs.LG', 'math.NA', 'cs.CL'])
  },
}
export const PreprintServers: Story = {
  args: {
    categories: categoriesOfServers,
    value: ['biorxiv.cell-biology', 'medrxiv.rehabilitation-medicine-and-physical-therapy', 'cs.LG'],
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: /^medRxiv: health sciences/ }))
    await canvas.findByRole('checkbox', { name: /^HIV\/AIDS/ })
  },
}
export const PreprintServersPhone: Story = {
  ...PreprintServers,
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
export const SubjectsOfServersFound: Story = {
  args: { categories: categoriesOfServers, value: [] },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox'), 'neuro')
    await canvas.findByRole('checkbox', { name: /^bioRxiv Neuroscience/ })
    await canvas.findByRole('checkbox', { name: /^medRxiv Neurology/ })
  },
}
export const JournalsFound: Story = {
  parameters: answers(found),
  async play(context) {
    const { args, canvas, userEvent } = context
    await typeWords(context)
    await canvas.findByText('4 journals')
    await expect(canvas.getAllByText(/ISSN 9999-99[45]/)).toHaveLength(2)
    await userEvent.click(canvas.getByRole('checkbox', { name: /^Journal of Imaginary Vision/ }))
    await waitFor(() => expect(args.onChange).toHaveBeenCalledWith(['cs.LG', 'math.NA', 'journal.9999-9994']))
  },
}
export const JournalsFoundPhone: Story = {
  ...JournalsFound,
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
}
export const JournalsChosen: Story = {
  parameters: answers(found),
  args: {
    categories: [...categories, ...journalCategories],
    value: ['cs.LG', 'journal.9999-9994', 'journal.9999-997X'],
  },
  async play(context) {
    const { args, canvas, userEvent } = context
    await expect(canvas.getByText(/^1 category and 2 journals chosen/)).toBeVisible()
    await typeWords(context)
    const box = await canvas.findByRole('checkbox', { name: /^Journal of Imaginary Vision/, checked: true })
    await canvas.findByText('4 journals')
    await userEvent.click(box)
    await expect(args.onChange).toHaveBeenCalledWith(['cs.LG', 'journal.9999-997X'])
  },
}
export const LookingForJournals: Story = {
  parameters: answers(never),
  async play(context) {
    await typeWords(context)
    await expect(context.canvas.getByText('Looking for journals, venues and papers at PubMed…')).toBeVisible()
  },
}
export const NoJournal: Story = {
  async play(context) {
    await typeWords(context)
    await context.canvas.findByText('No journal for “imaginary”.')
  },
}
export const CrossrefFails: Story = {
  parameters: answers({ ...nothing, failures: [{ source: 'crossref', message: 'Crossref does not answer.' }] }),
  async play(context) {
    await typeWords(context)
    await context.canvas.findByText('Crossref does not answer. Categories can be chosen all the same.')
    await expect(context.canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
export const SearchFails: Story = {
  parameters: answers(new Failure('rate-limited', 429, 'Too many searches. Wait a moment.')),
  async play(context) {
    await typeWords(context)
    await context.canvas.findByText(
      'Journals, venues and queries could not be loaded. Too many searches. Wait a moment.',
    )
  },
}
export const JournalNotMade: Story = {
  parameters: answers(found, new Failure('source-unavailable', 503, 'Crossref cannot be asked now. Try again later.')),
  async play(context) {
    await typeWords(context)
    await context.userEvent.click(await context.canvas.findByRole('checkbox', { name: /^Acta Imaginaria/ }))
    await context.canvas.findByRole('alert')
    await expect(context.canvas.getByRole('checkbox', { name: /^Acta Imaginaria/ })).not.toBeChecked()
  },
}
export const NoMatch: Story = {
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByRole('textbox'), 'alchemy')
    await expect(canvas.getByText(/No category for/)).toBeVisible()
  },
}
export const Loading: Story = {
  args: { categories: undefined },
  async play() {
    const { scrollWidth, clientWidth } = document.documentElement
    await expect(scrollWidth).toBe(clientWidth)
  },
}
export const Disabled: Story = { args: { disabled: true } }
