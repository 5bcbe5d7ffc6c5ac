import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { PersonQuestion } from '#web/components/papers/PersonQuestion.tsx'
import { crowdedPerson } from '../config/peopleSamples.ts'

/** Only where co-authors, subjects and iDs do not say it: whether an author is the person that the reader follows. */
const meta = {
  title: 'Papers/PersonQuestion',
  component: PersonQuestion,
  args: { author: 'Wei Wang', value: null, onJudge: fn() },
} satisfies Meta<typeof PersonQuestion>

export default meta
type Story = StoryObj<typeof meta>

export const Unsure: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Yes' }))
    await expect(args.onJudge).toHaveBeenCalledWith('yes')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onJudge).toHaveBeenLastCalledWith('no')
  },
}
export const Theirs: Story = {
  args: { value: 'yes' },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(args.onJudge).toHaveBeenCalledWith(null)
  },
}
export const NotTheirs: Story = { args: { value: 'no' } }
export const Saving: Story = { args: { busy: true } }
export const Failed: Story = { args: { problem: 'The server could not be reached.' } }
export const LongName: Story = { args: { author: crowdedPerson.author } }
