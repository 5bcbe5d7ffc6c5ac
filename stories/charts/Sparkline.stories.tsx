import type { Meta, StoryObj } from '@storybook/react-vite'
import { Sparkline } from '#web/components/charts/Sparkline.tsx'

/** For the trend of a number that is shown beside it. Not without the number: it has no axes and no label. It takes no focus. */
const meta = {
  title: 'Charts/Sparkline',
  component: Sparkline,
  args: { label: 'New papers', points: [212, 240, 198, 305, 280, 344, 402] },
} satisfies Meta<typeof Sparkline>

export default meta
type Story = StoryObj<typeof meta>

export const Up: Story = {}
export const Flat: Story = { args: { points: [120, 120, 120, 120, 120] } }
export const Gap: Story = { args: { points: [212, 240, null, null, 280, null, 402] } }
export const OnePoint: Story = { args: { points: [212] } }
export const AllZero: Story = { args: { points: [0, 0, 0] } }
