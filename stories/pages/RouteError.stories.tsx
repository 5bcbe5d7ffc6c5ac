import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn } from 'storybook/test'
import { ApiError } from '#web/shared/client.ts'
import { RouteError } from '#web/pages/RouteError.tsx'

/** A page that throws while it is rendered. */
function Failing({ error }: { error: Error }): never {
  throw error
}

const meta = {
  title: 'Pages/RouteError',
  component: RouteError,
  subcomponents: { Failing },
  render: () => <Failing error={new Error('A component failed.')} />,
  beforeEach() {
    // Without storage the page cannot mark that it was reloaded, so it does not reload itself, nor the story.
    const storage = spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The storage is full.', 'QuotaExceededError')
    })
    // The page logs the error; the story's test fails on logged errors.
    const log = spyOn(console, 'error').mockImplementation(() => {})
    return () => {
      storage.mockRestore()
      log.mockRestore()
    }
  },
} satisfies Meta<typeof RouteError>

export default meta
type Story = StoryObj<typeof meta>

export const Crash: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('heading', { level: 1, name: 'This page failed' })).toBeVisible()
  },
}
export const StaleChunk: Story = {
  render: () => <Failing error={new TypeError('Failed to fetch dynamically imported module: /assets/Search.js')} />,
  async play({ canvas }) {
    await expect(canvas.getByRole('heading', { level: 1, name: 'A new version is available' })).toBeVisible()
  },
}
export const WithRequestId: Story = {
  render: () => (
    <Failing
      error={new ApiError({ code: 'internal', message: 'Something went wrong.', request_id: 'r-7f3a2c' }, 500)}
    />
  ),
  async play({ canvas }) {
    await expect(canvas.getByText(/r-7f3a2c/)).toBeVisible()
  },
}
