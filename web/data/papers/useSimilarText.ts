import { useState } from 'react'
import useSWR from 'swr'
import type { SearchHit } from '#api/contract/search.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** A paper that was found, by a search or by a text. */
export interface FoundPaper extends SearchHit {
  /** Terms that the text has, too. */
  terms?: readonly string[]
}

interface SimilarToText {
  hits: FoundPaper[]
  note: string | undefined
}

const noHighlights: SearchHit['highlights'] = { title: [], abstract: [] }

/**
 * At most `limit` papers like `text`, the closest first. Nothing is requested if `text` is null. While those of another
 * text load, the previous ones stay, and `isStale` is true.
 */
export function useSimilarText(text: string | null, limit: number) {
  const client = useClient()
  const { data, error, isLoading, mutate } = useSWR<
    SimilarToText,
    ApiError,
    readonly ['similar-text', string, number] | null
  >(
    text === null ? null : ['similar-text', text, limit],
    async ([, asked, count]) => {
      const { items, note } = await unwrap(client.papers.similar.post({ text: asked, limit: count }))
      return { hits: items.map((item) => ({ ...item, highlights: noHighlights })), note }
    },
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  const [shownText, setShownText] = useState(text)
  if (!isLoading && text !== shownText) setShownText(text)

  return {
    answer: text === null ? undefined : data,
    error,
    isLoading,
    isStale: isLoading && data !== undefined && text !== shownText,
    retry: () => mutate(),
  }
}
