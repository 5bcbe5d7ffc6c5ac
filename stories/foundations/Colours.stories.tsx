import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useColorScheme } from '@mui/material/styles'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { palettes } from '#web/shared/theme/palettes.ts'

/** Every colour of the scheme chosen in the toolbar, with its contrast to the page and to a sheet. */
function Colours() {
  const { colorScheme = 'light' } = useColorScheme()
  const palette = palettes[colorScheme]
  const tokens = new Map(tokensOf(palette))
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))' }}>
      {[...tokens].map(([name, value]) => (
        <Box key={name} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
          <Box sx={{ height: 56, bgcolor: value, borderRadius: '8px 8px 0 0' }} />
          <Box sx={{ p: 1.5 }}>
            <Typography component="h2" sx={{ fontWeight: 600 }}>
              {name}
            </Typography>
            <Typography variant="code" component="p" sx={{ overflowWrap: 'anywhere' }}>
              {value} · --pd-palette-{name.replaceAll('.', '-')}
            </Typography>
            <Typography variant="meta" component="p">
              {backgroundsOf(name)
                .map(([background, label]) => `${contrast(value, tokens.get(background) ?? value).toFixed(1)} ${label}`)
                .join(', ')}
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** Returns the backgrounds on which a colour is used. */
const backgroundsOf = (name: string): readonly (readonly [background: string, label: string])[] =>
  name.endsWith('.contrastText')
    ? [[name.replace('contrastText', 'main'), 'on its main colour']]
    : [
        ['background.default', 'on the page'],
        ['background.paper', 'on a sheet'],
      ]

type Tokens = Readonly<Record<string, string | Readonly<Record<string, string>>>>

const tokensOf = (palette: Tokens): [name: string, value: string][] =>
  Object.entries(palette).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[name, value] satisfies [string, string]]
      : Object.entries(value).map(([part, colour]) => [`${name}.${part}`, colour] satisfies [string, string]),
  )

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [high = 1, low = 1] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/**
 * In `sx` by name (`color: 'dawn'`), in `styled` as `theme.vars.palette.dawn`, never by value. Dawn is scarce: one thing a
 * card. Text needs 4.5:1, borders of controls 3:1.
 */
const meta = { title: 'Foundations/Colours', component: Colours } satisfies Meta<typeof Colours>

export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {}
