import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { NavigateContext, SiteLink } from '#web/components/atoms/SiteLink.tsx'

const navigate = fn()

/**
 * For links that also stand on the landing page. Elsewhere take MUI's `Link` with the router's. Keyboard: Enter follows
 * it.
 */
const meta = {
  title: 'Atoms/SiteLink',
  component: SiteLink,
  args: { to: '/search', children: 'Search' },
} satisfies Meta<typeof SiteLink>

export default meta
type Story = StoryObj<typeof meta>

/** Without a router, as on the landing page: a plain anchor. */
export const PlainAnchor: Story = {
  async play({ canvas }) {
    await expect(canvas.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search')
  },
}

/** With a router, which changes the page without loading the document again. */
export const WithRouter: Story = {
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
