import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
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

/** For the time without a line, and for changes that wait. Keyboard: a link to each change that could not be sent. */
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
export const WaitingChanges: Story = {
  args: { since: new Date('2026-11-20T05:10:00Z'), waiting: 3 },
  beforeEach: simulateOffline,
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent(/3 changes wait for the connection/)
  },
}
export const RefusedChange: Story = {
  args: {
    refused: [
      {
        label: 'Not saved: Tide tables for drowsy networks',
        reason: 'This paper is not in the library.',
        onClose: fn(),
      },
    ],
  },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent(/drowsy networks. This paper is not in the library/)
    await userEvent.click(canvas.getByRole('button', { name: 'OK' }))
    await expect(args.refused?.[0]?.onClose).toHaveBeenCalledOnce()
  },
}
export const RefusedNote: Story = {
  args: {
    refused: [
      {
        label: 'Note not saved: your text on arxiv:2611.90001 is kept on this device',
        reason: 'The note is too long.',
        href: '/paper/arxiv:2611.90001',
        onClose: fn(),
      },
    ],
  },
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/paper/arxiv:2611.90001')
  },
}
