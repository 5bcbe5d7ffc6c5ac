import { palettes } from './palettes.ts'

type Colours = Readonly<{ [name: string]: string | Colours }>

/** The variables of the theme for `colours`. */
const toVariables = (colours: Colours, prefix = '--pd-palette'): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(colours).map(([name, value]) =>
      typeof value === 'string' ? { [`${prefix}-${name}`]: value } : toVariables(value, `${prefix}-${name}`),
    ),
  )

/**
 * Styles of a printed page: whole abstracts and notes, the address after each link to another site, the day as the head,
 * and no controls.
 */
export const printStyles = {
  '@page': { margin: '16mm' },
  // Paper is white.
  "html[data-scheme='dark']": { colorScheme: 'light', ...toVariables(palettes.light) },
  'html, body, #root': { background: 'none !important', color: '#000 !important' },
  'nav, footer, aside, button, .MuiAppBar-root, .MuiButtonBase-root, .MuiFormControlLabel-root, .MuiAlert-root, .MuiFormControl-root, .MuiInputBase-root, .MuiSnackbar-root, [role="search"], [data-screen-only]':
    { display: 'none !important' },
  // Of the head of a page, only its heading and the lines below it are printed.
  'header a': { display: 'none !important' },
  'article, section': { border: '0 !important' },
  article: { background: 'none !important' },
  // A page ends within an abstract rather than half empty, but not after a title or a single line.
  'h1, h2, h3': { breakAfter: 'avoid' },
  'article [lang]': { overflow: 'visible !important', orphans: 3, widows: 3 },
  'article h2 a[href^="http"]::after, article h3 a[href^="http"]::after': {
    content: '" " attr(href)',
    font: '400 9pt var(--font-sans, sans-serif)',
    overflowWrap: 'anywhere',
  },
  // The lines of an abstract and of a note are limited on the screen.
  'article *': { WebkitLineClamp: 'unset !important', maxHeight: 'none !important' },
  'article [lang][hidden]': { display: 'block !important' },
} as const
