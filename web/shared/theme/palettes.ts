import type { Field } from '../fields.ts'

/** Custom colours in addition to MUI's. Use them as `sx={{ color: 'dawn' }}` or `theme.vars.palette.dawn`. */
interface CustomColours {
  edge: string
  accentSoft: string
  dawn: string
  dawnSoft: string
  /** Four shades from the accent colour to the divider colour, for the ledger and charts. */
  steps: { one: string; two: string; three: string; four: string }
  fields: Record<Field, string>
}

declare module '@mui/material/styles' {
  interface Palette extends CustomColours {}
  interface PaletteOptions extends CustomColours {}
  interface CssThemeVariables {
    enabled: true
  }
}

export const palettes = {
  light: {
    background: { default: '#F7F4EF', paper: '#FFFFFF' },
    text: { primary: '#1D1B20', secondary: '#5F5A63', disabled: '#8A8378' },
    action: { active: '#5F5A63' },
    divider: '#E4DED5',
    primary: { main: '#3D3A8C', light: '#6764AE', dark: '#2C2A6B', contrastText: '#FFFFFF' },
    secondary: { main: '#B83A08', contrastText: '#FFFFFF' },
    success: { main: '#1E6B3C', contrastText: '#FFFFFF' },
    warning: { main: '#8A5200', contrastText: '#FFFFFF' },
    error: { main: '#B3261E', contrastText: '#FFFFFF' },
    info: { main: '#2B5C8A', contrastText: '#FFFFFF' },
    edge: '#8A8378',
    accentSoft: '#ECEBFA',
    dawn: '#B83A08',
    dawnSoft: '#FCEBDD',
    steps: { one: '#3D3A8C', two: '#8E8BC6', three: '#C9C3E8', four: '#D8D1C8' },
    fields: {
      cs: '#3D3A8C',
      math: '#0F6B5C',
      physics: '#8A3B6B',
      stat: '#1F5F8B',
      eess: '#7A4B12',
      econ: '#5E5A1A',
      'q-bio': '#2F6B2A',
      'q-fin': '#6B4A8C',
    },
  },
  dark: {
    background: { default: '#14141B', paper: '#1B1C25' },
    text: { primary: '#E9E6E1', secondary: '#A5A1AB', disabled: '#70717F' },
    action: { active: '#A5A1AB' },
    divider: '#2E2F3B',
    primary: { main: '#B7B5FF', light: '#CFCDFF', dark: '#9B98F0', contrastText: '#14141B' },
    secondary: { main: '#FFAE7A', contrastText: '#14141B' },
    success: { main: '#8FD3A5', contrastText: '#14141B' },
    warning: { main: '#F0C070', contrastText: '#14141B' },
    error: { main: '#FFB0A6', contrastText: '#14141B' },
    info: { main: '#9CC9F2', contrastText: '#14141B' },
    edge: '#70717F',
    accentSoft: '#2A2A45',
    dawn: '#FFAE7A',
    dawnSoft: '#3A281E',
    steps: { one: '#B7B5FF', two: '#827FBE', three: '#55528A', four: '#3C3C48' },
    fields: {
      cs: '#B7B5FF',
      math: '#7FD1BF',
      physics: '#E5A4CB',
      stat: '#8CC7EE',
      eess: '#E3B878',
      econ: '#CFCB7C',
      'q-bio': '#9BD68F',
      'q-fin': '#D1B0F0',
    },
  },
} as const
