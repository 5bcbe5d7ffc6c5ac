import { Suspense, useState, type ReactNode } from 'react'
import { Icon } from '../../components/atoms/Icon.tsx'
import { lazyMui } from '../../shared/theme/withMui.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'

const FilterSheet = lazyMui(async () => (await import('./FilterSheet.tsx')).FilterSheet)

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
        <Icon name="filters" />
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
