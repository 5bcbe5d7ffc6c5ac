import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { SourceSettingsForm } from '#web/components/admin/SourceSettingsForm.tsx'
import { failedSourceTest, keyedSettings, sourceSettings } from '../config/daySamples.ts'

const untested = { result: undefined, busy: false, error: undefined, run: fn(), clear: fn() }

/**
 * For the settings of one source, in a dialog. Not for a setting that saves itself: take `SettingsRow`. Keyboard: fields
 * in their order; Enter saves.
 */
const meta = {
  title: 'Admin/SourceSettingsForm',
  component: SourceSettingsForm,
  args: { settings: sourceSettings, onChange: fn(async () => true), test: untested },
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
/** A test takes what is on the screen. */
export const TestedBeforeSaving: Story = {
  args: { test: { ...untested, result: failedSourceTest } },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Test now' }))
    await expect(args.test.run).toHaveBeenLastCalledWith({ addresses: {} })
    const address = canvas.getByRole('textbox', { name: 'Address: Query API' })
    await userEvent.clear(address)
    await userEvent.type(address, 'https://mirror.example.org/api')
    await userEvent.click(canvas.getByRole('button', { name: 'Test before saving' }))
    await expect(args.test.run).toHaveBeenLastCalledWith({ addresses: { api: 'https://mirror.example.org/api' } })
  },
}
export const Testing: Story = { args: { test: { ...untested, busy: true } } }
export const NotTested: Story = { args: { test: { ...untested, error: 'There is no interface “api”.' } } }
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
      ...sourceSettings,
      id: 'crossref',
      name: 'Crossref',
      gap_ms: 250,
      addresses: { api: 'https://api.crossref.org' },
      defaults: { gap_ms: 250, addresses: { api: 'https://api.crossref.org' }, requests_per_day: null },
    },
    use: 'on-demand',
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('switch', { name: 'Crossref is read' }))
    await screen.findByText(/cannot be looked up or imported until it is on again/)
  },
}
/** The key that was typed is saved with the switch. */
export const SwitchingOnWithKey: Story = {
  args: { settings: keyedSettings, use: 'enrichment' },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Key'), 'invented-key')
    await userEvent.click(canvas.getByRole('button', { name: 'Test before saving' }))
    await expect(args.test.run).toHaveBeenLastCalledWith({ addresses: {}, key: 'invented-key' })
    await userEvent.click(canvas.getByRole('switch', { name: 'Semantic Scholar is switched off' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Semantic Scholar on?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Switch Semantic Scholar on' }))
    await expect(args.onChange).toHaveBeenCalledWith({ enabled: true, key: 'invented-key' })
  },
}
export const Account: Story = {
  args: { settings: { ...keyedSettings, name: 'OpenReview', key_form: 'e-mail:password' } },
  async play({ canvas }) {
    await expect(canvas.getByText(/answers only with a key, in the form e-mail:password/)).toBeVisible()
  },
}
export const KeyMissing: Story = {
  args: {
    settings: keyedSettings,
    use: 'enrichment',
    error: 'The request is not valid.',
    fields: { key: 'Semantic Scholar answers only with a key. Enter one first.' },
  },
}
/** An empty field resets the number of requests to the default. */
export const BudgetUsedUp: Story = {
  args: {
    settings: {
      ...keyedSettings,
      enabled: true,
      key_set: true,
      requests_per_day: 400,
      budget: { ...keyedSettings.budget, used: 400, limit: 400 },
    },
    use: 'enrichment',
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Requests a day; 400 today' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save settings' }))
    await expect(args.onChange).toHaveBeenCalledWith({ requests_per_day: null })
  },
}
/** Saving changes nothing: the setting is in the field, not what is in force without the key. */
export const KeyRefused: Story = {
  args: {
    settings: {
      ...keyedSettings,
      name: 'OpenAlex',
      key_needed: 'optional',
      enabled: true,
      key_set: true,
      key_refused: true,
      requests_per_day: 5_000,
      budget: { ...keyedSettings.budget, used: 96, limit: 1_000 },
    },
    use: 'enrichment',
  },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('textbox', { name: 'Requests a day; 96 today' })).toHaveValue('5000')
    await expect(canvas.getByText('1,000 while OpenAlex refuses the key. Default: 1,000')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Save settings' }))
    await expect(args.onChange).toHaveBeenCalledWith({})
  },
}
/** Requests go without the key, so they need the longer pause. */
export const PauseWithoutKey: Story = {
  args: {
    settings: {
      ...keyedSettings,
      name: 'PubMed',
      key_needed: 'optional',
      enabled: true,
      key_set: true,
      key_refused: true,
      gap_ms: 110,
      gap_in_force_ms: 370,
      requests_per_day: null,
      budget: { ...keyedSettings.budget, limit: null },
      defaults: { ...keyedSettings.defaults, gap_ms: 110, requests_per_day: null },
    },
    use: 'on-demand',
  },
  async play({ canvas }) {
    const pause = canvas.getByRole('textbox', { name: 'Pause between two requests, in milliseconds' })
    await expect(pause).toHaveValue('110')
    await expect(pause).toHaveAccessibleDescription('370 while PubMed refuses the key. The default')
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
