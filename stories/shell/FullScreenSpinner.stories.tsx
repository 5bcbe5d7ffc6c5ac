import type { Meta, StoryObj } from '@storybook/react-vite'
import { FullScreenSpinner } from '#web/components/shell/FullScreenSpinner.tsx'

/** For the time while it is unknown who is signed in. Everywhere else take `Skeleton`. It has no controls. */
const meta = {
  title: 'Shell/FullScreenSpinner',
  component: FullScreenSpinner,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof FullScreenSpinner>

export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = {}
