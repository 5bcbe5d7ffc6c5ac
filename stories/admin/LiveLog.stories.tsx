import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { LiveLog, type LiveLogProps } from '#web/components/admin/LiveLog.tsx'

/**
 * For lines that arrive while one looks. Not for a log that has ended: take `LogViewer`. Keyboard: the log is a Tab stop
 * and scrolls with the arrow keys; Pause is a button.
 */
const meta = {
  title: 'Admin/LiveLog',
  component: LiveLog,
  args: { label: 'Log of the run', lines: [], isError: (line: string) => line.includes('Failed'), live: true },
} satisfies Meta<typeof LiveLog>

export default meta
type Story = StoryObj<typeof meta>

const feeds = Array.from({ length: 9 }, (_, index) => `06:10:0${index}  Running: ${index + 1} of 20 feeds`)
export const Empty: Story = { args: { lines: [] } }
export const Live: Story = { args: { lines: feeds } }
export const Paused: Story = {
  args: { lines: feeds },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Pause' }))
    await expect(canvas.getByText('9 lines, paused: 0 newer')).toBeVisible()
  },
}
export const Ended: Story = {
  args: {
    lines: [...feeds, '06:10:09  Failed: 9 of 20 feeds. The source answered 503.'],
    live: false,
  },
  async play({ canvas }) {
    await expect(canvas.getByRole('log')).toHaveTextContent(/! 06:10:09 Failed: 9 of 20 feeds/)
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}
export const TenThousandLines: Story = {
  args: { lines: Array.from({ length: 10_000 }, (_, index) => `Running: ${index + 1} papers`) },
  async play({ canvas }) {
    await expect(canvas.getByText('The last 200 of 10,000 lines, live')).toBeVisible()
  },
}

/** A log with a button that adds a line. */
function Growing({ lines, ...args }: LiveLogProps) {
  const [count, setCount] = useState(0)
  const added = Array.from({ length: count }, (_, index) => `Added: ${index + 1}`)
  return (
    <>
      <LiveLog {...args} lines={[...lines, ...added]} />
      <button type="button" onClick={() => setCount(count + 1)}>
        Add a line
      </button>
    </>
  )
}

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight

export const FollowsItsEnd: Story = {
  args: { lines: Array.from({ length: 100 }, (_, index) => `Running: ${index + 1} papers`) },
  render: (args) => <Growing {...args} />,
  async play({ canvas, userEvent }) {
    const log = canvas.getByRole('log')
    const add = canvas.getByRole('button', { name: 'Add a line' })
    const isAtEnd = () => waitFor(() => expect(distanceToEnd(log)).toBeLessThan(8))
    await isAtEnd()
    await userEvent.click(add)
    await canvas.findByText('Added: 1')
    await isAtEnd()
    // The lines are higher, or there are more of them, in another font or a narrow window.
    for (const [property, value] of [
      ['font-size', '30px'],
      ['width', '120px'],
      ['max-height', '90px'],
      ['font-size', ''],
    ] as const) {
      log.style.setProperty(property, value)
      await isAtEnd()
    }
    log.removeAttribute('style')
    await isAtEnd()
    const scrolled = new Promise((resolve) => log.addEventListener('scroll', resolve, { once: true }))
    log.scrollTop = 100
    await scrolled
    await userEvent.click(add)
    await canvas.findByText('Added: 2')
    await expect(log.scrollTop).toBe(100)
  },
}
