import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ZoteroQuestions } from '#web/components/settings/ZoteroQuestions.tsx'
import { zoteroQuestions } from '../config/zoteroSamples.ts'

/** For papers that were removed on one side, and notes of which two are kept. Keyboard: the buttons of each. */
const meta = {
  title: 'Settings/ZoteroQuestions',
  component: ZoteroQuestions,
  args: { questions: zoteroQuestions, total: 3, busy: false, onAnswer: fn() },
} satisfies Meta<typeof ZoteroQuestions>

export default meta
type Story = StoryObj<typeof meta>

export const Three: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Take it out of the collection: Ropes of sand' }))
    await expect(args.onAnswer).toHaveBeenCalledWith(zoteroQuestions[1], 'remove')
  },
}
export const More: Story = { args: { total: 41 } }
export const Busy: Story = { args: { busy: true } }
