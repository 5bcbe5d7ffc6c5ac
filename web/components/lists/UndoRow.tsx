import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { Ref } from 'react'
import { SiteLink } from '../atoms/SiteLink.tsx'

export interface UndoRowProps {
  /** The action that can be undone: "Not for me". */
  action: string
  /** Title of the paper it was done to. */
  title: string
  /** The page of the paper, for a list in which the reader may look for it. */
  to?: string
  /** What the action leads to. */
  note?: string
  failed?: boolean
  current?: boolean
  onUndo: () => void
  ref?: Ref<HTMLElement>
}

/** Replaces a removed paper in the list and can restore it. Stays until the page changes (WCAG 2.2.1). */
export function UndoRow({ action, title, to, note, failed = false, current = false, onUndo, ref }: UndoRowProps) {
  return (
    <Row ref={ref} tabIndex={-1} aria-current={current || undefined}>
      <div>
        <p role={failed ? 'alert' : undefined}>
          {failed ? 'Could not undo. ' : ''}
          {action}:{' '}
          {to === undefined ? (
            title
          ) : (
            <Link component={SiteLink} to={to} color="inherit">
              {title}
            </Link>
          )}
        </p>
        {note !== undefined && <p>{note}</p>}
      </div>
      <Button variant="outlined" size="small" onClick={onUndo}>
        {failed ? 'Retry' : 'Undo'}
      </Button>
    </Row>
  )
}

const Row = styled('article')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '8px 16px',
  scrollMarginTop: 88,
  [theme.breakpoints.up('sm')]: { paddingInline: 26 },
  '& > div': { flex: 1, minWidth: 0 },
  '& p': { ...theme.typography.meta, margin: 0 },
  '& p:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))
