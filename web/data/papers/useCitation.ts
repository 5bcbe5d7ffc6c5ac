import useSWR from 'swr'
import type { CitationFormat } from '#api/contract/citations.ts'
import { useClient } from '../api.ts'
import { unwrapText, type ApiError } from '../../shared/client.ts'

/** The citation of a paper in `format`. */
export function useCitation(paperId: string, format: CitationFormat) {
  const client = useClient()
  return useSWR<string, ApiError, readonly ['citation', string, CitationFormat]>(
    ['citation', paperId, format],
    ([, id, wanted]) =>
      unwrapText(client.papers({ id: encodeURIComponent(id) }).citation.get({ query: { format: wanted } })),
    { keepPreviousData: false, revalidateOnFocus: false },
  )
}
