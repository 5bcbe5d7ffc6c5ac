import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SourceTestResult } from '#web/components/admin/SourceTestResult.tsx'
import { failedSourceTest } from '../config/daySamples.ts'

/** For the result of a test of the addresses of a source. Not for mail: take `SmtpTestResult`. Keyboard: nothing. */
const meta = {
  title: 'Admin/SourceTestResult',
  component: SourceTestResult,
  args: { result: failedSourceTest },
} satisfies Meta<typeof SourceTestResult>

export default meta
type Story = StoryObj<typeof meta>

export const Fails: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Changes (OAI-PMH): arXiv answers 404. (3 s)')
  },
}
export const FailsPhone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
export const Works: Story = {
  args: { result: { ok: true, items: failedSourceTest.items.filter(({ ok }) => ok) } },
  async play({ canvas }) {
    await expect(canvas.getByText('It works')).toBeVisible()
  },
}
