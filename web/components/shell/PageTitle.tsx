import { use, useEffect } from 'react'
import { ContentPaintedContext, useIsPainted } from '../../shared/useIsPainted.ts'

interface Props {
  title: string
  /** While true, what may come after the content of the page still waits. */
  isLoading?: boolean
}

/** Sets the document's title, for example "Search: graph attention - Paperdawn". */
export function PageTitle({ title, isLoading = false }: Props) {
  const isPainted = useIsPainted(!isLoading)
  const onPainted = use(ContentPaintedContext)
  useEffect(() => {
    if (isPainted) onPainted?.()
  }, [isPainted, onPainted])
  return <title>{`${title} - Paperdawn`}</title>
}
