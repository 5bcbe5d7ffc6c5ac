import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { EreaderSettings } from '#web/components/settings/EreaderSettings.tsx'
import {
  failingEreader,
  refusedEreader,
  testedEreader,
  waitingEreader,
  workingEreader,
} from '../config/ereaderSamples.ts'

/** For the e-reader that the day is mailed to. Keyboard: Enter in a field saves or confirms. */
const meta = {
  title: 'Settings/EreaderSettings',
  component: EreaderSettings,
  args: {
    ereader: null,
    from: 'digest@papers.example.org',
    busy: false,
    testing: false,
    tested: null,
    onSave: fn(),
    onTest: fn(),
    onConfirm: fn(),
    onRemove: fn(() => Promise.resolve(true)),
  },
} satisfies Meta<typeof EreaderSettings>

export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('E-mail address of the device'), ' ada_42@kindle.example{Enter}')
    await expect(args.onSave).toHaveBeenCalledWith('ada_42@kindle.example')
  },
}
export const Waiting: Story = {
  args: { ereader: waitingEreader },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Send a test' }))
    await expect(args.onTest).toHaveBeenCalledOnce()
  },
}
export const TestSent: Story = {
  args: {
    ereader: testedEreader,
    tested: { ok: true, message: 'Sent to ada_42@kindle.example. It can take some minutes.' },
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Code'), 'k7rm2q{Enter}')
    await expect(args.onConfirm).toHaveBeenCalledWith('k7rm2q')
  },
}
export const WrongCode: Story = {
  args: { ereader: testedEreader, error: 'This is not the code of the newest test. Tries left: 4.' },
}
export const TestRefused: Story = {
  args: {
    ereader: testedEreader,
    tested: { ok: false, message: 'Not sent to ada_42@kindle.example: 550 5.1.1 No such mailbox.' },
  },
}
export const Testing: Story = { args: { ereader: waitingEreader, testing: true } }
export const On: Story = { args: { ereader: workingEreader } }
export const Failing: Story = { args: { ereader: failingEreader } }
export const SwitchedOff: Story = {
  args: { ereader: refusedEreader },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Set it up again' }))
    await expect(args.onSave).toHaveBeenCalledWith('ada_42@kindle.example')
  },
}
export const NoMail: Story = { args: { from: null } }
export const Confirm: Story = {
  parameters: { docs: { story: { inline: false } } },
  args: { ereader: workingEreader },
  async play({ args, canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove the e-reader' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the e-reader?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove it' }))
    await expect(args.onRemove).toHaveBeenCalledOnce()
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { ereader: testedEreader },
}
