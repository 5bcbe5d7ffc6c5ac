import { styled } from '@mui/material/styles'

/** The form of a dialog: on a small screen its text scrolls, and its buttons stay in view. */
export const DialogForm = styled('form')({ display: 'flex', flexDirection: 'column', minHeight: 0 })
