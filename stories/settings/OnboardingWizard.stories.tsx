import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { OnboardingWizard } from '#web/components/settings/OnboardingWizard.tsx'
import { Sheet } from '#web/components/lists/Sheet.tsx'
import { categories } from '../config/samples.ts'

const meta = {
  title: 'Settings/OnboardingWizard',
  component: OnboardingWizard,
  args: {
    step: 'categories',
    categories,
    initial: [],
    saving: false,
    onCategories: fn(),
    onDigest: fn(),
    onSkip: fn(),
  },
  decorators: [
    (Story) => (
      <Sheet>
        <Story />
      </Sheet>
    ),
  ],
} satisfies Meta<typeof OnboardingWizard>

export default meta
type Story = StoryObj<typeof meta>

export const Categories: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Statistics' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    await expect(args.onCategories).toHaveBeenCalledWith(['stat.ME', 'math.ST'])
  },
}
export const Digest: Story = {
  args: { step: 'digest' },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch'))
    await userEvent.click(canvas.getByRole('button', { name: 'Finish' }))
    await expect(args.onDigest).toHaveBeenCalledWith({ enabled: true, hour: 7 })
  },
}
export const Saving: Story = { args: { initial: ['cs.LG'], saving: true } }
export const Failed: Story = { args: { initial: ['cs.LG'], error: 'The server could not be reached.' } }
