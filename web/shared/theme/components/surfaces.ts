import type { Theme, ThemeOptions } from '@mui/material/styles'
import { radii } from '../radii.ts'
import { chosen } from './choice.ts'

/** What lies on the page or above it: no shadow but that of menus and dialogs. */
export const surfaces: ThemeOptions['components'] = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderRadius: radii.sheet } },
    variants: [
      {
        props: { variant: 'sheet' },
        style: ({ theme }) => ({
          marginInline: -16,
          padding: 0,
          border: `0 solid ${theme.vars.palette.divider}`,
          borderWidth: '1px 0',
          borderRadius: 0,
          listStyle: 'none',
          overflow: 'clip',
          // Its rows are about to be replaced.
          '&[data-old]': { opacity: 0.55 },
          '& > * + *': { borderTop: `1px solid ${theme.vars.palette.divider}` },
          [theme.breakpoints.up('sm')]: { marginInline: 0, borderWidth: 1, borderRadius: radii.sheet },
        }),
      },
    ],
  },
  // A tile: a small surface among others.
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: radii.tile,
        // All of it can be pressed: its border answers, and not a shade over the text.
        '&:has(> .MuiCardActionArea-root:hover)': { borderColor: theme.vars.palette.edge },
      }),
    },
  },
  MuiCardActionArea: { styleOverrides: { focusHighlight: { display: 'none' } } },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: radii.sheet, border: `1px solid ${theme.vars.palette.divider}` }),
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      // A line at the end, as long as text is hidden below it: the first layer scrolls with the text and covers it.
      root: ({ theme }) => ({
        backgroundImage: [theme.vars.palette.background.paper, theme.vars.palette.divider]
          .map((color) => `linear-gradient(${color} 0 0)`)
          .join(', '),
        backgroundPosition: 'bottom',
        backgroundSize: '100% 1px',
        backgroundRepeat: 'no-repeat',
        backgroundAttachment: 'local, scroll',
      }),
    },
  },
  // Its buttons end where the text of the dialog ends.
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: radii.tile, border: `1px solid ${theme.vars.palette.divider}` }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        fontSize: '0.9375rem',
        // An icon before the words.
        '& > .MuiSvgIcon-root': { marginRight: 12, fontSize: '1.25rem', color: theme.vars.palette.text.secondary },
        '@media (pointer: coarse)': { minHeight: 44 },
        '&.Mui-selected': chosen(theme),
      }),
    },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: radii.tile,
        backgroundColor: theme.vars.palette.background.paper,
        color: theme.vars.palette.text.primary,
      }),
      icon: { fontSize: '1.375rem' },
      // A word of a button is kept whole; the text of the message gives way.
      action: { '& .MuiButton-root': { overflowWrap: 'normal' } },
    },
    variants: [
      {
        props: { variant: 'banner' },
        style: ({ theme }) => ({ borderBottom: `1px solid ${theme.vars.palette.divider}`, borderRadius: 0 }),
      },
      ...(['info', 'success', 'warning', 'error'] as const).map((severity) => ({
        props: { variant: 'banner', severity } as const,
        style: ({ theme }: { theme: Theme }) => ({
          borderColor: theme.vars.palette[severity].light,
          '& > .MuiAlert-icon': { color: theme.vars.palette[severity].main },
        }),
      })),
    ],
  },
  MuiList: { defaultProps: { disablePadding: true } },
  MuiListItemButton: { styleOverrides: { root: ({ theme }) => ({ '&.Mui-selected': chosen(theme) }) } },
  // Nothing moves while a page loads.
  MuiSkeleton: { defaultProps: { animation: false } },
  MuiLinearProgress: { styleOverrides: { root: { height: 6, borderRadius: 3 } } },
  MuiTooltip: { defaultProps: { disableInteractive: true, enterDelay: 400 } },
}
