import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { CategoryPicker } from '#web/components/settings/CategoryPicker.tsx'
import { categories, categoriesOfServers } from '../config/samples.ts'

/**
 * For choosing what to follow. Not for filtering a list: take chips. Keyboard: the search first, then groups; arrow keys
 * within a group.
 */
const meta = {
  title: 'Settings/CategoryPicker',
  component: CategoryPicker,
  args: { categories, value: ['cs.LG', 'math.NA'], onChange: fn() },
} satisfies Meta<typeof CategoryPicker>

export default meta
type Story = StoryObj<typeof meta>

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
