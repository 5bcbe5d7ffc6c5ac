import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { OfflineBanner } from '#web/components/shell/OfflineBanner.tsx'

/** Makes the browser appear offline. Returns the cleanup function, which the end of the story calls. */
const simulateOffline = () => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  window.dispatchEvent(new Event('offline'))
  return () => {
    Reflect.deleteProperty(navigator, 'onLine')
    window.dispatchEvent(new Event('online'))
  }
}

const meta = {
  title: 'Shell/OfflineBanner',
  component: OfflineBanner,
} satisfies Meta<typeof OfflineBanner>

export default meta
type Story = StoryObj<typeof meta>

export const Online: Story = {}
export const Offline: Story = {
  beforeEach: simulateOffline,
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toBeVisible()
  },
}
