import type { ThemeOptions } from '@mui/material/styles'
import './typography.ts'

/**
 * Space above and below the text of a field, in proportion to the text: with MUI's pixels the label on the border covers
 * the text where the reader has enlarged it.
 */
const FIELD_SPACE = '1.1em'
const SMALL_FIELD_SPACE = '0.567em'

/** Background of what is chosen, where the operating system forces its colours on the page. */
const forcedChoice = { forcedColorAdjust: 'none', backgroundColor: 'Highlight' } as const

/** Default props and styles of MUI components: flat, no ripple, no shadow; borders only where they mark a control. */
export const components: ThemeOptions['components'] = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      // The ripple is MUI's only mark of the focus. The class is that of a box or switch, whose field is transparent.
      root: ({ theme }) => ({
        '&:focus-visible, &.Mui-focusVisible': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: -2,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, color: 'inherit' },
    styleOverrides: {
      root: {
        minHeight: '2.375rem',
        padding: '6px 14px',
        borderRadius: 9,
        // The name of a search or an author may be one long word.
        maxWidth: '100%',
        overflowWrap: 'anywhere',
        '& .MuiButton-icon > svg': { fontSize: '1.25rem' },
        '&.MuiButton-sizeSmall .MuiButton-icon > svg': { fontSize: '1.125rem' },
        '@media (pointer: coarse)': { minHeight: 44 },
      },
      outlined: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        borderColor: theme.vars.palette.divider,
        '&:hover': { borderColor: theme.vars.palette.edge, backgroundColor: theme.vars.palette.background.paper },
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
        borderRadius: 9,
        color: theme.vars.palette.text.secondary,
        '@media (pointer: coarse)': { width: '2.75rem', height: '2.75rem' },
      }),
    },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      // MUI removes the outline of buttons, and draws another one with the next render.
      root: ({ theme }) => ({
        '&&:focus-visible, &&.Mui-focusVisible': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      }),
      button: { verticalAlign: 'baseline' },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: {
        height: '2rem',
        borderRadius: '1rem',
        fontSize: '0.875rem',
        fontWeight: 500,
        '&& .MuiChip-deleteIcon': { fontSize: '1.375rem' },
        '&&.MuiChip-sizeSmall .MuiChip-deleteIcon': { fontSize: '1rem' },
      },
      clickable: {
        '@media (pointer: coarse)': {
          // Chips look smaller than what a finger can press.
          position: 'relative',
          '&::after': { content: '""', position: 'absolute', inset: '-5px 0' },
        },
      },
    },
  },
  MuiInputLabel: {
    styleOverrides: {
      outlined: {
        '&&': { transform: `translate(14px, calc(${FIELD_SPACE} - 0.5px))` },
        '&&.MuiInputLabel-sizeSmall': { transform: `translate(14px, calc(${SMALL_FIELD_SPACE} + 0.5px))` },
        '&&&.MuiInputLabel-shrink': { transform: 'translate(14px, -0.6em) scale(0.75)' },
      },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      // The field in it has a space of 2.5 px itself.
      root: {
        '& .MuiAutocomplete-inputRoot.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          paddingBlock: `calc(${SMALL_FIELD_SPACE} - 2.5px)`,
          '& > .MuiAutocomplete-input.MuiOutlinedInput-input': { paddingBlock: 2.5 },
        },
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      input: { '&:not(textarea)': { paddingBlock: FIELD_SPACE } },
      root: ({ theme }) => ({
        '&.MuiInputBase-multiline': { paddingBlock: FIELD_SPACE },
        '&.MuiInputBase-multiline.MuiInputBase-sizeSmall': { paddingBlock: SMALL_FIELD_SPACE },
        '&.MuiInputBase-sizeSmall > .MuiOutlinedInput-input:not(textarea)': {
          paddingBlock: SMALL_FIELD_SPACE,
        },
        backgroundColor: theme.vars.palette.background.paper,
        borderRadius: 9,
        '@media (pointer: coarse)': { minHeight: 44 },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.edge }),
    },
  },
  MuiSelect: {
    styleOverrides: {
      // Beside the arrow, which grows with the text. What can be pressed fills the field. The class repeated: the padding
      // of a small field is as specific.
      select: {
        '&&&': { paddingRight: 'calc(8px + 1.5rem)' },
        '@media (pointer: coarse)': {
          '&&&': {
            boxSizing: 'border-box',
            minHeight: 44,
            paddingBlock: `max(${SMALL_FIELD_SPACE}, (44px - 1.4375em) / 2)`,
          },
        },
      },
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
  MuiPaginationItem: {
    styleOverrides: { root: { '@media (pointer: coarse)': { minWidth: 44, height: 44, borderRadius: 22, margin: 0 } } },
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
  MuiDialog: {
    styleOverrides: { paper: ({ theme }) => ({ borderRadius: 16, border: `1px solid ${theme.vars.palette.divider}` }) },
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
    styleOverrides: { paper: ({ theme }) => ({ borderRadius: 12, border: `1px solid ${theme.vars.palette.divider}` }) },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { minHeight: 40, fontSize: '0.9375rem', '@media (pointer: coarse)': { minHeight: 44 } },
    },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 12,
        backgroundColor: theme.vars.palette.background.paper,
        color: theme.vars.palette.text.primary,
      }),
      icon: { fontSize: '1.375rem' },
    },
  },
  MuiTooltip: { defaultProps: { disableInteractive: true, enterDelay: 400 } },
  // MUI's default colour of an unselected button has a contrast just under 4.5:1 on the page.
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        '@media (pointer: coarse)': { minHeight: 44 },
        '&.Mui-selected': { '@media (forced-colors: active)': { ...forcedChoice, color: 'HighlightText' } },
      }),
    },
  },
  MuiTabs: { styleOverrides: { indicator: { '@media (forced-colors: active)': forcedChoice } } },
  MuiTab: { styleOverrides: { root: { minHeight: 44, textTransform: 'none' } } },
  MuiTableCell: { styleOverrides: { root: { fontSize: '0.9375rem' } } },
}
