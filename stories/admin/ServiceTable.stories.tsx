import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { ServiceTable } from '#web/components/admin/ServiceTable.tsx'
import { service } from '../config/samples.ts'

/**
 * For services that know more about papers of other sources. Not for sources of papers: take `SourceTable`. Keyboard: the
 * buttons of each row in turn.
 */
const meta = {
  title: 'Admin/ServiceTable',
  component: ServiceTable,
  args: { services: [service], onSettings: fn() },
} satisfies Meta<typeof ServiceTable>

export default meta
type Story = StoryObj<typeof meta>

export const Good: Story = {
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByText('12 of 1,000')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Settings of Semantic Scholar' }))
    await expect(args.onSettings).toHaveBeenCalledWith(service)
  },
}
export const Off: Story = {
  args: {
    services: [
      { ...service, enabled: false, state: 'off', last_success_at: null, next_run_at: null, queued: 0 },
      { ...service, id: 'hf', name: 'Hugging Face', requests: { used: 56, limit: null }, queued: 0 },
    ],
  },
}
export const WithCitations: Story = {
  args: {
    services: [
      {
        ...service,
        citations: {
          saved_papers: 340,
          visited_today: 200,
          visits_per_day: 200,
          new_papers: 1_250,
          newest_on: '2026-11-02',
        },
      },
    ],
  },
  async play({ canvas }) {
    await canvas.findByText(
      /^Citations of 340 saved papers, 200 of at most 200 visited today\. The newest is of Mon 2 Nov 2026\./,
    )
  },
}
export const KeyRefused: Story = {
  args: {
    services: [
      {
        ...service,
        state: 'key-refused',
        key_refusal: {
          since: '2026-11-19T03:35:00.000Z',
          message:
            'Semantic Scholar refuses the saved key since 2026-11-19 03:35 UTC, so requests to it fail; save another key in Ingestion, or run: paperdawn admin sources set s2 --key',
        },
      },
    ],
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/^Semantic Scholar refuses the saved key since Thu 19 Nov/)).toBeVisible()
  },
}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
