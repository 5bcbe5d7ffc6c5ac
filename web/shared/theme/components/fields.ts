import type { ThemeOptions } from '@mui/material/styles'
import { radii } from '../radii.ts'

/**
 * Space above and below the text of a field, in proportion to the text: with MUI's pixels the label on the border covers
 * the text where the reader has enlarged it.
 */
const FIELD_SPACE = '1.1em'
const SMALL_FIELD_SPACE = '0.567em'

/** Fields that are typed into or chosen from. */
export const fields: ThemeOptions['components'] = {
  MuiInputLabel: {
    styleOverrides: {
      outlined: {
        '&&': { transform: `translate(14px, calc(${FIELD_SPACE} - 0.5px))` },
        '&&.MuiInputLabel-sizeSmall': { transform: `translate(14px, calc(${SMALL_FIELD_SPACE} + 0.5px))` },
        '&&&.MuiInputLabel-shrink': { transform: 'translate(14px, -0.6em) scale(0.75)' },
      },
    },
  },
  // MUI's placeholders are too pale to read.
  MuiInputBase: {
    styleOverrides: {
      input: ({ theme }) => ({ '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 } }),
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
        borderRadius: radii.control,
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
}
