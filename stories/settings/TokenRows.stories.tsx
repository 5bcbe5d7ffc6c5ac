import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, within } from 'storybook/test'
import { TokenRows } from '#web/components/settings/TokenRows.tsx'
import { endedToken, longNamedToken, tokens, twentyTokens } from '../config/tokenSamples.ts'

/** For personal tokens. Revoking asks before, because programs stop. Keyboard: the button of each row. */
const meta = {
  title: 'Settings/TokenRows',
  component: TokenRows,
  args: { tokens, busy: false, onRevoke: fn(() => Promise.resolve(true)) },
} satisfies Meta<typeof TokenRows>

export default meta
type Story = StoryObj<typeof meta>
type Person = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** Opens the dialog and returns its contents. */
async function ask(person: Person, name: string) {
  await person.click(screen.getByRole('button', { name: `Revoke ${name}` }))
  return within(await screen.findByRole('dialog', { name: 'Revoke this token?' }))
}

export const Two: Story = {}
export const None: Story = { args: { tokens: [] } }
export const Ended: Story = { args: { tokens: [endedToken] } }
export const VeryLongName: Story = { args: { tokens: [longNamedToken] } }
export const Twenty: Story = { args: { tokens: twentyTokens } }
export const Busy: Story = { args: { busy: true } }
export const Confirm: Story = {
  parameters: { docs: { story: { inline: false } } },
  async play({ args, userEvent }) {
    const dialog = await ask(userEvent, 'Reading agent')
    await expect(dialog.getByText(/“Reading agent” is refused from its next call on/)).toBeVisible()
    await expect(dialog.getAllByRole('listitem')).toHaveLength(4)
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke it' }))
    await expect(args.onRevoke).toHaveBeenCalledWith('token-2')
  },
}
export const Failed: Story = {
  parameters: { docs: { story: { inline: false } } },
  args: { error: 'The server could not be reached.', onRevoke: fn(() => Promise.resolve(false)) },
  async play({ userEvent }) {
    const dialog = await ask(userEvent, 'Reading agent')
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke it' }))
    await expect(dialog.getByRole('alert')).toHaveTextContent('The server could not be reached.')
  },
}
export const Phone: Story = {
  tags: ['phone'],
  globals: { viewport: { value: 'phone' } },
  args: { tokens: [longNamedToken, ...tokens, endedToken] },
}
