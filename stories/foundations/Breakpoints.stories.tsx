import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Meta, StoryObj } from '@storybook/react-vite'

/** The widths of `theme.breakpoints`; the one that this window has is marked. */
function Breakpoints() {
  const { breakpoints } = useTheme()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {breakpoints.keys.map((key) => (
        <Breakpoint key={key} name={key} from={breakpoints.values[key]} query={breakpoints.only(key)} />
      ))}
    </Box>
  )
}

function Breakpoint({ name, from, query }: { name: string; from: number; query: string }) {
  const isCurrent = useMediaQuery(query)
  return (
    <Typography component="li" variant={isCurrent ? 'subtitle2' : 'body1'}>
      {name}: from {from} px{isCurrent && ' (this window)'}
    </Typography>
  )
}

/**
 * A phone is below `sm`, the side column appears from `md`. Prefer CSS (`theme.breakpoints`) to `useMediaQuery` for what is on the
 * first screen: it needs no second render. The toolbar has the widths to try: 320, 390, 768 and 1280 px.
 */
const meta = { title: 'Foundations/Breakpoints', component: Breakpoints } satisfies Meta<typeof Breakpoints>

export default meta
type Story = StoryObj<typeof meta>

export const All: Story = {}
export const Phone: Story = { tags: ['phone'], globals: { viewport: { value: 'phone' } } }
