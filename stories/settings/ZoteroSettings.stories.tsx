import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { ZoteroSettings } from '#web/components/settings/ZoteroSettings.tsx'
import { zoteroLibrary, zoteroProblems, zoteroQuestions, zoteroReadGroups } from '../config/zoteroSamples.ts'

/** A connected library at Zotero. Disconnecting asks before. Keyboard: each button, and the list of items by its summary. */
const meta = {
  title: 'Settings/ZoteroSettings',
  component: ZoteroSettings,
  args: {
    connection: zoteroLibrary,
    problems: [],
    questions: [],
    busy: false,
    onSync: fn(),
    onEdit: fn(),
    onDisconnect: fn(() => Promise.resolve(true)),
    onAnswer: fn(),
  },
} satisfies Meta<typeof ZoteroSettings>

export default meta
type Story = StoryObj<typeof meta>

const counts = { ...zoteroLibrary.counts, problems: 2, questions: 3 }

export const Working: Story = {}
export const Reading: Story = {
  args: {
    connection: { ...zoteroLibrary, progress: { done: 150, total: 312, step: 'reading the library' } },
  },
}
export const Waiting: Story = {
  args: { connection: { ...zoteroLibrary, last: null, progress: { done: 0, total: null, step: '' } } },
}
export const Collections: Story = {
  args: {
    connection: {
      ...zoteroLibrary,
      read: 'collections',
      collections: [{ key: 'COLL2346', name: 'Reading / Lanterns' }],
      push_to: null,
    },
  },
}
export const Groups: Story = {
  args: { connection: { ...zoteroLibrary, groups: zoteroReadGroups } },
  async play({ canvas }) {
    await expect(canvas.getByRole('alert')).toHaveTextContent('The key may no longer read the group “Rope Society”.')
  },
}
export const Failing: Story = {
  args: {
    connection: {
      ...zoteroLibrary,
      last: { at: '2026-11-20T10:40:00.000Z', outcome: 'failed', sentence: 'Zotero answers 503.' },
      failing_since: '2026-11-20T08:00:00.000Z',
    },
  },
}
export const KeyRefused: Story = {
  args: {
    connection: {
      ...zoteroLibrary,
      needs_key: true,
      last: {
        at: '2026-11-20T10:40:00.000Z',
        outcome: 'failed',
        sentence: 'Zotero no longer accepts the key. Enter a new one.',
      },
      failing_since: '2026-11-20T08:00:00.000Z',
    },
  },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('button', { name: 'Read now' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Enter a new key' }))
    await expect(args.onEdit).toHaveBeenCalledOnce()
  },
}
export const NotRecognised: Story = {
  args: { connection: { ...zoteroLibrary, counts: { ...counts, questions: 0 } }, problems: zoteroProblems },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByText('2 items not recognised, waiting or refused'))
    await expect(canvas.getByText('Its source has no such paper.')).toBeVisible()
  },
}
export const ToDecide: Story = {
  args: { connection: { ...zoteroLibrary, counts: { ...counts, problems: 0 } }, questions: zoteroQuestions },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove it here too: Counting lanterns in fog' }))
    await expect(args.onAnswer).toHaveBeenCalledWith(zoteroQuestions[0], 'remove')
    await userEvent.click(canvas.getByRole('button', { name: 'All right: Kites in strong winds' }))
    await expect(args.onAnswer).toHaveBeenCalledWith(zoteroQuestions[2], 'keep')
  },
}
export const Disconnecting: Story = {
  parameters: { docs: { story: { inline: false } } },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Disconnect' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Zotero?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await expect(args.onDisconnect).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { connection: { ...zoteroLibrary, counts }, problems: zoteroProblems, questions: zoteroQuestions },
}
