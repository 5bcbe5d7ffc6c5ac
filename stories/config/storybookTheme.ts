import { create, type ThemeVars } from 'storybook/theming'
import { palettes } from '#web/shared/theme/palettes.ts'

type Scheme = keyof typeof palettes

/** Storybook's own colours and name, from the palettes of the product. */
export function storybookTheme(scheme: Scheme): ThemeVars {
  const { background, text, divider, edge, primary, accentSoft } = palettes[scheme]
  return create({
    base: scheme,
    brandTitle: 'Paperdawn, components',
    brandUrl: './?path=/story/home-from-drawing-to-component--desktop',
    brandTarget: '_self',
    brandImage: brandImage(scheme),
    fontBase: '"Inter Variable", system-ui, sans-serif',
    colorPrimary: primary.main,
    colorSecondary: primary.main,
    appBg: background.default,
    appContentBg: background.paper,
    appPreviewBg: background.default,
    appHoverBg: accentSoft,
    appBorderColor: divider,
    appBorderRadius: 9,
    textColor: text.primary,
    textInverseColor: background.paper,
    textMutedColor: text.secondary,
    barBg: background.paper,
    barTextColor: text.secondary,
    barHoverColor: primary.main,
    barSelectedColor: primary.main,
    buttonBg: background.paper,
    buttonBorder: divider,
    booleanBg: background.default,
    booleanSelectedBg: accentSoft,
    inputBg: background.paper,
    inputBorder: edge,
    inputTextColor: text.primary,
    inputBorderRadius: 9,
  })
}

/** The drawing of `public/favicon.svg` with the name beside it. */
function brandImage(scheme: Scheme): string {
  const { dawn, primary, text } = palettes[scheme]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 138 26" width="138" height="26">
    <path fill="${dawn}" d="M4.5 13.2a8.5 8.5 0 0 1 17 0z"/>
    <path stroke="${primary.main}" d="M.8 14.6h24.4M4.8 18.6h16.4M9 22.6h8" stroke-width="1.9" stroke-linecap="round" fill="none"/>
    <text x="35" y="20" fill="${text.primary}" font-family="Source Serif 4, Georgia, serif" font-size="20" font-weight="600">Paperdawn</text>
  </svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
