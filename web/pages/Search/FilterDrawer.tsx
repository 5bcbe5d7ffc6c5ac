import { Suspense, useState, type ReactNode } from 'react'
import { Icon } from '../../components/atoms/Icon.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'

const FILTERS = {
  path: 'M3 17v2h6v-2zM3 5v2h10V5zm10 16v-2h8v-2h-8v-2h-2v6zM7 9v2H3v2h4v2h2V9zm14 4v-2H11v2zm-6-4h2V7h4V5h-4V3h-2z',
}

const FilterSheet = lazyPart(async () => (await import('./FilterSheet.tsx')).FilterSheet)

interface FilterDrawerProps {
  /** Number of active filters. */
  active: number
  /** Number of papers found; undefined while loading. */
  total: number | undefined
  children: ReactNode
}

/** The filters on narrow screens: a button that opens a drawer at the bottom. */
export function FilterDrawer({ active, total, children }: FilterDrawerProps) {
  const [open, setOpen] = useState(false)
  const wasOpened = useWasOpened(open)
  return (
    <>
      <button className="button outlined" type="button" onClick={() => setOpen(true)}>
        <Icon name={FILTERS} />
        Filters{active > 0 ? ` (${active})` : ''}
      </button>
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
