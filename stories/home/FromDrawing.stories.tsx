import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Meta, StoryObj } from '@storybook/react-vite'

const steps: readonly { title: string; text: string; where: string }[] = [
  {
    title: 'Name the role',
    text: 'Say what the drawn thing does, in one of the words of “One look for one thing”: an action, a filter, a state, a property. What does the same looks the same. If there is a row for it, the drawing takes that component.',
    where: 'Home / One look for one thing',
  },
  {
    title: 'Use the names of the theme',
    text: 'A drawing names colours, text and spacing as Foundations does: dawn, accentSoft, paperTitle, spacing 2. A value without a name is a question for the theme, not a value for a page.',
    where: 'Foundations',
  },
  {
    title: 'Draw the states',
    text: 'Empty, loading, failed, one, many, a long word, text from right to left, 200 % text, phone. Each becomes a story, named after the state that a reader is in. A state that is not drawn is decided by chance.',
    where: 'any component, States',
  },
  {
    title: 'Change the theme',
    text: 'How a component looks is written once: a variant, a default or an override in web/shared/theme. Pages place components and nothing else. Add the row to “One look for one thing” with when to take it.',
    where: 'web/shared/theme/components',
  },
  {
    title: 'Write the component with its story',
    text: 'One file in web/components, one in stories, in folders of the same name. Its docstring says what it is for; the comment above its stories says when to take it, when not, and its keys. Both are on its docs page.',
    where: 'web/components, stories',
  },
  {
    title: 'Look at it',
    text: 'The tab “Light and dark” shows both schemes beside each other, the toolbar has the widths 320, 390, 768 and 1280 px and the density of lists. Walk through it with the Tab key.',
    where: 'toolbar',
  },
  {
    title: 'Let the tests look',
    text: 'Each story runs in a browser, in both schemes, with axe, with rules of HTML and with text of 200 %. Others fail when a component has no story or no docs, when a colour, a radius or a size of text is written outside the theme, and when one style is written three times.',
    where: 'bun test --isolate tests/stories',
  },
]

/** What happens between a drawing and a component, in order. */
function FromDrawing() {
  return (
    <Box sx={{ maxWidth: 720, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        From drawing to component
      </Typography>
      <Typography sx={{ mb: 4 }}>
        Paperdawn is calm, text first, like a good journal read at breakfast. Everything that a reader sees or presses
        is a component of MUI, drawn by one theme. These are the steps from an idea to the product.
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 3, display: 'grid', gap: 3 }}>
        {steps.map(({ title, text, where }) => (
          <li key={title}>
            <Typography variant="h2">{title}</Typography>
            <Typography>{text}</Typography>
            <Typography variant="code" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
              {where}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  )
}

const meta = {
  title: 'Home/From drawing to component',
  component: FromDrawing,
  tags: ['!autodocs'],
} satisfies Meta<typeof FromDrawing>

export default meta
type Story = StoryObj<typeof meta>

export const Desktop: Story = { name: 'From drawing to component' }
