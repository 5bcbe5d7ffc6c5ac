import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { useJournals } from '#web/data/account/useJournals.ts'
import { JournalOptions } from '#web/components/settings/JournalOptions.tsx'
import { foundJournals, idleJournals, journalCategories } from '../config/categorySamples.ts'

/**
 * For journals beside the categories that a search finds; the states are those of `CategoryPicker`. Keyboard: arrow keys
 * move, Space chooses and makes the journal a category.
 */
const meta = {
  title: 'Settings/JournalOptions',
  component: JournalOptions,
  args: {
    journals: idleJournals,
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
    return <JournalOptions {...args} journals={useJournals()} />
  },
} satisfies Meta<typeof JournalOptions>

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
