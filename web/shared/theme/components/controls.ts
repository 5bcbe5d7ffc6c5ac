import type { ThemeOptions } from '@mui/material/styles'
import { radii } from '../radii.ts'
import { chosen, forcedChoice } from './choice.ts'

/** Buttons, links, chips and boxes: flat, no ripple; borders only where they mark a control. */
export const controls: ThemeOptions['components'] = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      // At once, and not with the next render, as MUI draws it. The class is that of a box or switch, whose field is
      // transparent. What lies in a frame that would cut the ring has it inside.
      root: ({ theme }) => ({ '&:focus-visible, &.Mui-focusVisible': theme.focusVisible }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, color: 'inherit' },
    styleOverrides: {
      root: {
        minHeight: '2.375rem',
        padding: '6px 14px',
        borderRadius: radii.control,
        // The name of a search or an author may be one long word.
        maxWidth: '100%',
        overflowWrap: 'anywhere',
        '& .MuiButton-icon > svg': { fontSize: '1.25rem' },
        '&.MuiButton-sizeSmall .MuiButton-icon > svg': { fontSize: '1.125rem' },
        '@media (pointer: coarse)': { minHeight: 44 },
      },
      sizeSmall: { fontSize: '0.875rem' },
      // The one action of a page for visitors.
      sizeLarge: { minHeight: '3rem', padding: '6px 24px', fontSize: '0.9375rem' },
      outlined: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.vars.palette.divider,
        '&:hover': { borderColor: theme.vars.palette.edge, backgroundColor: theme.vars.palette.background.paper },
        '&[aria-pressed="true"], &[aria-pressed="true"]:hover': chosen(theme),
      }),
      text: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        '&:hover': {
          color: theme.vars.palette.text.primary,
          backgroundColor: `color-mix(in srgb, ${theme.vars.palette.text.primary} 6%, transparent)`,
        },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: '2.5rem',
        height: '2.5rem',
        borderRadius: radii.control,
        color: theme.vars.palette.text.secondary,
        '@media (pointer: coarse)': { width: '2.75rem', height: '2.75rem' },
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      // MUI removes the outline of buttons, and draws another one with the next render.
      root: ({ theme }) => ({ '&&:focus-visible': theme.focusVisible }),
      button: { verticalAlign: 'baseline' },
    },
  },
  MuiChip: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: {
        height: '2rem',
        borderRadius: '1rem',
        fontSize: '0.875rem',
        fontWeight: 500,
        '&& .MuiChip-deleteIcon': { fontSize: '1.375rem' },
        '&&.MuiChip-sizeSmall .MuiChip-deleteIcon': { fontSize: '1rem' },
        '@media (pointer: coarse)': {
          '&.MuiChip-clickable': { height: '2.25rem' },
          // The whole end of the chip can be pressed.
          '&.MuiChip-deletable': { height: '2.75rem', borderRadius: '1.375rem' },
          '&& .MuiChip-deleteIcon': { boxSizing: 'content-box', padding: 11, margin: '0 0 0 -14px' },
        },
      },
      outlined: ({ theme }) => ({
        borderColor: theme.vars.palette.divider,
        color: theme.vars.palette.text.secondary,
        '&.MuiChip-clickable:hover': {
          borderColor: theme.vars.palette.edge,
          backgroundColor: theme.vars.palette.background.paper,
        },
        // A filter that is on.
        '&[aria-pressed="true"], &[aria-pressed="true"]:hover': chosen(theme),
      }),
      clickable: {
        '@media (pointer: coarse)': {
          // Chips look smaller than what a finger can press.
          position: 'relative',
          '&::after': { content: '""', position: 'absolute', inset: '-5px 0' },
        },
      },
    },
    variants: [
      {
        props: { variant: 'label' },
        style: ({ theme }) => ({
          height: '1.3125rem',
          border: `1px solid ${theme.vars.palette.divider}`,
          borderRadius: 6,
          backgroundColor: 'transparent',
          color: theme.vars.palette.text.secondary,
          fontSize: '0.78125rem',
          '& > .MuiChip-label': { paddingInline: 7 },
        }),
      },
      {
        props: { variant: 'label', color: 'secondary' },
        style: ({ theme }) => ({
          border: 0,
          backgroundColor: theme.vars.palette.dawnSoft,
          color: theme.vars.palette.dawn,
          fontWeight: 600,
        }),
      },
      {
        // What speaks against a thing.
        props: { variant: 'label', color: 'error' },
        style: ({ theme }) => ({ borderColor: 'currentColor', color: theme.vars.palette.error.main }),
      },
      {
        // A number beside the words that it counts.
        props: { variant: 'label', color: 'primary' },
        style: ({ theme }) => ({
          border: 0,
          borderRadius: 99,
          backgroundColor: theme.vars.palette.accentSoft,
          color: theme.vars.palette.primary.main,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
        }),
      },
    ],
  },
  // MUI's default colour of an unselected button has a contrast just under 4.5:1 on the page.
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        '@media (pointer: coarse)': { minHeight: 44 },
        '&.Mui-selected': chosen(theme),
      }),
      sizeSmall: { paddingInline: 14, '@media (width < 600px)': { paddingInline: 9 } },
    },
  },
  MuiCheckbox: {
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.vars.palette.edge,
        padding: 8,
        // It looks smaller than what a finger can press.
        '@media (pointer: coarse)': {
          '& > input': { inset: -4, width: 'calc(100% + 8px)', height: 'calc(100% + 8px)' },
        },
      }),
    },
  },
  // MUI's sizes, in proportion to the text.
  MuiSwitch: {
    styleOverrides: {
      root: { width: '3.625rem', height: '2.375rem', padding: '0.75rem' },
      switchBase: { padding: '0.5625rem', '&&.Mui-checked': { transform: 'translateX(1.25rem)' } },
      thumb: {
        width: '1.25rem',
        height: '1.25rem',
        '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' },
      },
      track: {
        boxSizing: 'border-box',
        borderRadius: '0.4375rem',
        '@media (forced-colors: active)': { opacity: 1, border: '1px solid ButtonText' },
        '.Mui-checked + &&': { '@media (forced-colors: active)': forcedChoice },
      },
    },
  },
  MuiPaginationItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-selected': chosen(theme),
        '@media (pointer: coarse)': { minWidth: 44, height: 44, borderRadius: 22, margin: 0 },
      }),
    },
  },
}
