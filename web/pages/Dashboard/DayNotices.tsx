import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, useState, type ReactNode } from 'react'

interface DayNotice {
  /** In a few words: "the source fails". */
  summary: string
  /** It takes one or two lines of a phone. */
  isShort?: boolean
  note: ReactNode
}

/** The theme is known before the first render, so that the first card does not move. */
const READ_AT_ONCE = { noSsr: true }

/**
 * What is said before the papers. On a phone a long notice, and two or more, are one line that opens: the first card is
 * above the middle.
 */
export function DayNotices({ notices }: { notices: readonly DayNotice[] }) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), READ_AT_ONCE)
  const [isOpen, setOpen] = useState(false)
  const isFolded = isPhone && (notices.length > 1 || notices.some(({ isShort = false }) => !isShort))
  const summary = notices.map((notice) => notice.summary).join(', ')
  return (
    <>
      {isFolded && (
        <Summary component="button" underline="none" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{notices.length === 1 ? `Notice: ${summary}` : `${notices.length} notices: ${summary}`}</span>
          <ExpandMoreIcon fontSize="small" />
        </Summary>
      )}
      {(!isFolded || isOpen) && notices.map((notice) => <Fragment key={notice.summary}>{notice.note}</Fragment>)}
    </>
  )
}

const Summary = styled(Link)(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: '1.5rem',
  marginTop: 6,
  color: theme.vars.palette.warning.main,
  fontWeight: 500,
  textAlign: 'start',
  '& > span': { flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > svg': { flex: 'none' },
  '&[aria-expanded="true"]': {
    marginBottom: 8,
    '& > span': { whiteSpace: 'normal' },
    '& > svg': { transform: 'rotate(180deg)' },
  },
  // It looks smaller than what a finger can press.
  '&::after': { content: '""', position: 'absolute', inset: '-10px 0' },
})) as typeof Link
