import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { NavigateContext, SiteLink } from '#web/components/atoms/SiteLink.tsx'

const navigate = fn()

const meta = {
  title: 'Atoms/SiteLink',
  component: SiteLink,
  args: { to: '/search', children: 'Search' },
} satisfies Meta<typeof SiteLink>

export default meta
type Story = StoryObj<typeof meta>

/** Without a router around it, as on the landing page: a plain anchor. */
export const PlainAnchor: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search')
  },
}

/** Under a router the document is not loaded again. */
export const UnderRouter: Story = {
  render: (args) => (
    <NavigateContext value={navigate}>
      <SiteLink {...args} />
    </NavigateContext>
  ),
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('link', { name: 'Search' }))
    await expect(navigate).toHaveBeenCalledWith('/search')
  },
}
