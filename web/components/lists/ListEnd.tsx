import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface ListEndProps {
  /** What the reader is through: "You are through Friday’s 34 papers." */
  text: string
  /** Where to go from here. */
  children?: ReactNode
}

/** Says after the last paper that the list ends, and what there is next. */
export function ListEnd({ text, children }: ListEndProps) {
  return (
    <End aria-label="End of the list">
      <Typography variant="abstract" component="p">
        {text}
      </Typography>
      {children}
    </End>
  )
}

const End = styled('section')({
  display: 'grid',
  gap: 4,
  justifyItems: 'center',
  paddingBlock: 32,
  textAlign: 'center',
})
