import Paper from '@mui/material/Paper'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { useFollowables } from '#web/data/account/useFollowables.ts'
import { CategoriesStep } from '#web/components/settings/CategoriesStep.tsx'
import { categories, idleFollowables } from '../config/categorySamples.ts'

/** For the first step of the setup. In the profile take `CategoryPicker`. Keyboard: that of the picker. */
const meta = {
  title: 'Settings/CategoriesStep',
  component: CategoriesStep,
  args: {
    followables: idleFollowables,
    position: { step: 1, of: 5 },
    categories,
    initial: [],
    saving: false,
    onNext: fn(),
    onSkip: fn(),
  },
  decorators: [
    (Story) => (
      <Paper variant="sheet">
        <Story />
      </Paper>
    ),
  ],
  render: function Render(args) {
    return <CategoriesStep {...args} followables={useFollowables()} />
  },
} satisfies Meta<typeof CategoriesStep>

export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Statistics' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(args.onNext).toHaveBeenCalledWith(['stat.ME', 'math.ST'])
  },
}
export const Loading: Story = { args: { categories: undefined } }
export const Saving: Story = { args: { initial: ['cs.LG'], saving: true } }
export const Failed: Story = { args: { initial: ['cs.LG'], error: 'The server could not be reached.' } }
