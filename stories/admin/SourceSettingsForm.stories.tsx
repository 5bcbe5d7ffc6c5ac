import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { SourceSettingsForm } from '#web/components/admin/SourceSettingsForm.tsx'
import { sourceSettings } from '../config/daySamples.ts'

/**
 * For the settings of one source, in a dialog. Not for a setting that saves itself: take `SettingsRow`. Keyboard: fields
 * in their order; Enter saves.
 */
const meta = {
  title: 'Admin/SourceSettingsForm',
  component: SourceSettingsForm,
  args: { settings: sourceSettings, onChange: fn(async () => true) },
} satisfies Meta<typeof SourceSettingsForm>

export default meta
type Story = StoryObj<typeof meta>

export const On: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Reset to default: Address: Changes (OAI-PMH)' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save settings' }))
    await expect(args.onChange).toHaveBeenCalledWith({ addresses: { oai: null } })
  },
}
export const SwitchingOff: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'arXiv is read' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch arXiv off?' }))
    await expect(args.onChange).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Switch arXiv off' }))
    await expect(args.onChange).toHaveBeenCalledWith({ enabled: false })
  },
}
export const SwitchingOffOnDemand: Story = {
  args: {
    settings: {
      id: 'crossref',
      name: 'Crossref',
      enabled: true,
      gap_ms: 250,
      addresses: { api: 'https://api.crossref.org' },
      defaults: { gap_ms: 250, addresses: { api: 'https://api.crossref.org' } },
    },
    onDemand: true,
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'Crossref is read' }))
    await screen.findByText(/cannot be looked up or imported until it is on again/)
  },
}
export const Off: Story = { args: { settings: { ...sourceSettings, enabled: false } } }
export const Saving: Story = { args: { busy: true } }
export const Saved: Story = { args: { saved: true } }
export const Refused: Story = {
  args: {
    error: 'The request is not valid.',
    fields: {
      gap_ms: 'arXiv asks for at least 3,000 ms between requests.',
      'addresses.oai': 'This is not an address that begins with https:// or http://.',
    },
  },
}
export const Failed: Story = { args: { error: 'The server could not be reached.' } }
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
