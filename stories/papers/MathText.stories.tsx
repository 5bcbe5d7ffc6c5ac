import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { MathText } from '#web/components/papers/MathText.tsx'

/**
 * For every title and abstract. Not for text of the interface. It has no controls; formulas are MathML for screen readers.
 */
const meta = {
  title: 'Papers/MathText',
  component: MathText,
  args: { segments: [{ text: 'Energy is ' }, { tex: 'E = mc^2', display: false }, { text: ' at rest.' }] },
} satisfies Meta<typeof MathText>

export default meta
type Story = StoryObj<typeof meta>

export const Inline: Story = {
  async play({ canvasElement }) {
    await waitFor(() => expect(canvasElement.querySelector('.katex math')).not.toBeNull())
  },
}
export const Display: Story = {
  args: { segments: [{ tex: String.raw`\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}`, display: true }] },
}
export const PerCent: Story = {
  args: { segments: [{ text: 'It gains ' }, { tex: String.raw`\textbf{6%}`, display: false }, { text: '.' }] },
  async play({ canvas, canvasElement }) {
    await waitFor(() => expect(canvasElement.querySelector('.katex math')).not.toBeNull())
    await expect(canvas.queryByText(/textbf/, { selector: 'code' })).toBeNull()
  },
}
/** What macros of packages and of old TeX are stored as. */
export const Macros: Story = {
  args: {
    segments: [
      { tex: String.raw`{\cal O}(N)`, display: false },
      { text: ', ' },
      { tex: String.raw`\overset{<}{\sim} 5\,\text{km/s²}`, display: false },
      { text: ', ' },
      { tex: String.raw`\not{D} + \mathrm{CO_{2}} + \text{Owl}`, display: false },
      { text: ', ' },
      { tex: '𝟙_A', display: false },
    ],
  },
  async play({ canvasElement }) {
    await waitFor(() => expect(canvasElement.querySelectorAll('.katex math')).toHaveLength(4))
    await expect(canvasElement.querySelector('code')).toBeNull()
  },
}
export const Broken: Story = {
  args: { segments: [{ text: 'On ' }, { tex: '\\undefinedmacro{x', display: false }] },
  async play({ canvas }) {
    await expect((await canvas.findByText('\\undefinedmacro{x', { selector: 'code' })).tagName).toBe('CODE')
  },
}
export const MixedAccents: Story = {
  args: { segments: [{ text: 'Erdős and Þórðarson meet ' }, { tex: String.raw`\hat{\mathfrak{g}}`, display: false }] },
}
