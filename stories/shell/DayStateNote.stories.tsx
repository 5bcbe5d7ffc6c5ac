import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { DayStateNote } from '#web/components/shell/DayStateNote.tsx'
import { daySources } from '../config/daySamples.ts'

/** For a day that may be incomplete. Not for a failed source: take `FreshnessNote`. It has no controls. */
const meta = { title: 'Shell/DayStateNote', component: DayStateNote, args: { state: 'recovered' } } satisfies Meta<
  typeof DayStateNote
>

export default meta
type Story = StoryObj<typeof meta>

export const Recovered: Story = {}
export const RecoveredWithRest: Story = { args: { unaccounted: 13 } }
export const AnnouncedWithRest: Story = { args: { state: 'announced', unaccounted: 2 } }
export const PartlyMissing: Story = { args: { state: 'missing' } }
export const NotFinal: Story = { args: { state: 'expected' } }
export const ServerNotRead: Story = {
  args: {
    state: 'missing',
    sources: [daySources[0]!, { ...daySources[1]!, state: 'missing', papers: 0 }],
  },
  async play({ canvas }) {
    await expect(canvas.getByText(/papers of bioRxiv come as soon as/)).toBeVisible()
  },
}
export const Complete: Story = {
  args: { state: 'announced' },
  async play({ canvasElement }) {
    await expect(canvasElement).toHaveTextContent(/^$/)
  },
}
