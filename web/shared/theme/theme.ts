import { createTheme } from '@mui/material/styles'
import { controls } from './components/controls.ts'
import { fields } from './components/fields.ts'
import { navigation } from './components/navigation.ts'
import { surfaces } from './components/surfaces.ts'
import { palettes } from './palettes.ts'
import { radii } from './radii.ts'
import { withStaticStyles } from './staticStyles.ts'
import './variants.ts'

/** Font families of `fonts.css`. Their fallbacks have the same metrics, so the layout does not shift on font load. */
const textFont = 'var(--font-sans)'
const displayFont = 'var(--font-serif)'

/** The MUI theme. Components use colour and typography names; their values are defined only in this folder. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-scheme', cssVarPrefix: 'pd' },
  colorSchemes: { light: { palette: palettes.light }, dark: { palette: palettes.dark } },
  spacing: 8,
  shape: { borderRadius: radii.control },
  // Of every control: MUI's own mark is a change of the background that can hardly be seen.
  focusVisible: true,
  mixins: { toolbar: { minHeight: '3.5rem' } },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  transitions: {
    duration: {
      shortest: 80,
      shorter: 100,
      short: 120,
      standard: 150,
      complex: 150,
      enteringScreen: 150,
      leavingScreen: 120,
    },
  },
  typography: {
    fontFamily: textFont,
    fontSize: 15,
    htmlFontSize: 16,
    h1: { fontFamily: displayFont, fontWeight: 600, fontSize: rem(33), lineHeight: 1.15, letterSpacing: '-0.02em' },
    h2: { fontFamily: displayFont, fontWeight: 600, fontSize: rem(24), lineHeight: 1.25, letterSpacing: '-0.01em' },
    h3: { letterSpacing: 0, fontFamily: textFont, fontWeight: 600, fontSize: rem(15), lineHeight: 1.5 },
    h4: { letterSpacing: 0, fontFamily: textFont, fontWeight: 600, fontSize: rem(15), lineHeight: 1.5 },
    h5: { letterSpacing: 0, fontFamily: textFont, fontWeight: 600, fontSize: rem(15), lineHeight: 1.5 },
    h6: { letterSpacing: 0, fontFamily: textFont, fontWeight: 600, fontSize: rem(15), lineHeight: 1.5 },
    body1: { letterSpacing: 0, fontSize: rem(15), lineHeight: 1.5 },
    body2: { letterSpacing: 0, fontSize: rem(14), lineHeight: 1.5 },
    button: { letterSpacing: 0, fontSize: rem(15), lineHeight: 1.5, fontWeight: 500, textTransform: 'none' },
    caption: { letterSpacing: 0, fontSize: rem(13.5), lineHeight: 1.5 },
    overline: { fontSize: rem(13.5), lineHeight: 1.5, textTransform: 'none', letterSpacing: 0 },
    subtitle1: { letterSpacing: 0, fontSize: rem(16.5), lineHeight: 1.5 },
    subtitle2: { letterSpacing: 0, fontSize: rem(15), lineHeight: 1.5, fontWeight: 600 },
    day: {
      fontFamily: displayFont,
      fontWeight: 600,
      // A date is one line on phones, too: else the page moves when the date replaces "Today".
      fontSize: 'clamp(1.25rem, 7.2vw, 2rem)',
      lineHeight: 1.1,
      letterSpacing: '-0.02em',
    },
    lead: { fontFamily: textFont, fontSize: rem(18), lineHeight: 1.5, color: 'var(--pd-palette-text-secondary)' },
    section: { fontFamily: displayFont, fontWeight: 600, fontSize: rem(20), lineHeight: 1.3 },
    longTitle: {
      fontFamily: displayFont,
      fontWeight: 600,
      fontSize: rem(27),
      lineHeight: 1.15,
      letterSpacing: '-0.02em',
    },
    paperTitle: { fontFamily: displayFont, fontWeight: 600, fontSize: rem(19), lineHeight: 1.32, textWrap: 'pretty' },
    compactTitle: {
      fontFamily: displayFont,
      fontWeight: 600,
      fontSize: rem(17.5),
      lineHeight: 1.32,
      textWrap: 'pretty',
    },
    // A line of 18 px.
    headline: { fontFamily: displayFont, fontWeight: 600, fontSize: rem(15), lineHeight: 1.22 },
    abstract: { fontFamily: displayFont, fontWeight: 400, fontSize: rem(16), lineHeight: 1.55, maxWidth: '68ch' },
    meta: { fontFamily: textFont, fontSize: rem(13.75), lineHeight: 1.5, color: 'var(--pd-palette-text-secondary)' },
    code: { fontFamily: textFont, fontSize: rem(12.5), lineHeight: 1.5, fontWeight: 450 },
    brand: { fontFamily: displayFont, fontWeight: 600, fontSize: rem(20), lineHeight: 1.2 },
  },
  components: withStaticStyles({ ...controls, ...fields, ...surfaces, ...navigation }),
})

// Larger titles from the `sm` breakpoint up; the sizes above are for phones.
theme.typography.h1[theme.breakpoints.up('sm')] = { fontSize: rem(34) }
theme.typography.day[theme.breakpoints.up('sm')] = { fontSize: rem(44) }
theme.typography.longTitle[theme.breakpoints.up('sm')] = { fontSize: rem(34) }
theme.typography.paperTitle[theme.breakpoints.up('sm')] = { fontSize: rem(20.5) }

function rem(pixels: number): string {
  return `${pixels / 16}rem`
}
