import TuneIcon from '@mui/icons-material/Tune'
import Button from '@mui/material/Button'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'

const FilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet)

export interface FilterDrawerProps {
  /** Number of active filters. */
  active: number
  /** Number of papers found; undefined while loading. */
  total: number | undefined
  /** Shows the icon without the word. */
  isShort?: boolean
  children: ReactNode
}

/** The filters on narrow screens: a button that opens a drawer at the bottom. */
export function FilterDrawer({ active, total, isShort = false, children }: FilterDrawerProps) {
  const [open, setOpen] = useState(false)
  const wasOpened = useWasOpened(open)
  const count = active > 0 ? `(${active})` : ''
  return (
    <>
      <Button
        variant="outlined"
        aria-label={`Filters ${count}`.trim()}
        sx={isShort ? { minWidth: 44, px: 1, gap: 0.5 } : { gap: 1 }}
        onClick={() => setOpen(true)}
      >
        <TuneIcon fontSize="small" />
        {isShort ? active > 0 && count : `Filters ${count}`}
      </Button>
      {wasOpened && (
        <Suspense>
          <FilterSheet open={open} total={total} onClose={() => setOpen(false)}>
            {children}
          </FilterSheet>
        </Suspense>
      )}
    </>
  )
}
