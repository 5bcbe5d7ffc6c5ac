import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/atoms/EmptyState.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import type { ApiError } from '../../shared/client.ts'
import { ListPages } from './ListPages.tsx'

interface ListedPartProps<Row> {
  /** Name of the list in the sentence of a failure: "The outbox". */
  what: string
  /** One page of the list; undefined while it is loaded. */
  list: { items: Row[]; total: number } | undefined
  error: ApiError | undefined
  onRetry: () => void
  /** What is said in place of the rows when there are none. */
  empty: { title: string; text: string }
  skip: number
  limit: number
  onSkip: (skip: number) => void
  /** Of the list while it is loaded. */
  height?: number
  children: (rows: Row[]) => ReactNode
}

/** A list of an admin, page by page: while it is loaded, when it cannot be, and without rows. */
export function ListedPart<Row>(props: ListedPartProps<Row>) {
  const { what, list, error, onRetry, empty, skip, limit, onSkip, height = 80, children } = props
  return (
    <LoadedPart
      what={what}
      data={list}
      error={error}
      onRetry={onRetry}
      skeleton={<Skeleton animation={false} variant="rounded" height={height} />}
    >
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState headingLevel="h3" {...empty} />
        ) : (
          <>
            {children(items)}
            <ListPages skip={skip} limit={limit} total={total} onSkip={onSkip} />
          </>
        )
      }
    </LoadedPart>
  )
}
