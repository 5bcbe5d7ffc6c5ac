import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ColorSchemeToggle } from '#web/components/shell/ColorSchemeToggle.tsx'

/** For the bar. Keyboard: a button whose name says the scheme and the next one. */
const meta = { title: 'Shell/ColorSchemeToggle', component: ColorSchemeToggle } satisfies Meta<typeof ColorSchemeToggle>

export default meta
type Story = StoryObj<typeof meta>

export const Initial: Story = {}
export const Switching: Story = {
  async play({ canvas, userEvent }) {
    const button = canvas.getByRole('button')
    for (const next of [/^Colours: light/, /^Colours: dark/, /^Colours: as the system/]) {
      await userEvent.click(button)
      await expect(button).toHaveAccessibleName(next)
    }
  },
}
