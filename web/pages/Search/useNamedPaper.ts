import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { paperPath } from '../../shared/paperAddress.ts'
import type { useSearch } from '../../data/search/useSearch.ts'
import type { useSearchAddress } from './useSearchAddress.ts'

/** Opens the paper whose id, DOI or address the reader has asked for. Back then shows the search with that paper. */
export function useNamedPaper(
  { answer, isLoading }: Pick<ReturnType<typeof useSearch>, 'answer' | 'isLoading'>,
  { isAsked, state }: Pick<ReturnType<typeof useSearchAddress>, 'isAsked' | 'state'>,
): void {
  const navigate = useNavigate()
  const only = answer?.names_paper && answer.total === 1 ? answer.items[0]?.paper.id : undefined
  const found = isAsked && !isLoading && !state.typing ? only : undefined
  const open = useEffectEvent((id: string) => void navigate(paperPath(id)))
  useEffect(() => {
    if (found !== undefined) open(found)
  }, [found])
}
