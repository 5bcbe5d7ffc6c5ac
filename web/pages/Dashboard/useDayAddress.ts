import { useMemo } from 'react'
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom'
import { isDay } from '../../shared/days.ts'

/** The state of the dashboard, stored in the URL: `?day=2026-11-20&category=cs.LG&unseen=true`, `?catch-up=1`, or `?review=2026-11-22`. */
export function useDayAddress() {
  const [params, setParams] = useSearchParams()
  return useMemo(() => readAddress(params, setParams), [params, setParams])
}

function readAddress(params: URLSearchParams, setParams: SetURLSearchParams) {
  const dayParam = params.get('day')
  const reviewParam = params.get('review')
  const isCatchUp = params.get('catch-up') === '1'
  return {
    day: dayParam !== null && isDay(dayParam) ? dayParam : undefined,
    category: params.get('category'),
    unseenOnly: params.get('unseen') === 'true',
    isCatchUp,
    /** It shows the papers of a day. */
    isOfDay: !isCatchUp && reviewParam === null,
    isReview: reviewParam !== null,
    /** The last day of the week; the newest week if undefined. */
    week: reviewParam !== null && isDay(reviewParam) ? reviewParam : undefined,
    showReview: (week = 'newest') => setParams({ review: week }),
    showCatchUp: () => setParams({ 'catch-up': '1' }),
    showNewest: () => setParams({}),
    /** Shows a day and keeps the filters. */
    goTo: (day: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        next.set('day', day)
        next.delete('catch-up')
        next.delete('review')
        return next
      }),
    filter: (changes: { category?: string | null; unseenOnly?: boolean }) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (changes.category === null) next.delete('category')
          else if (changes.category !== undefined) next.set('category', changes.category)
          if (changes.unseenOnly === false) next.delete('unseen')
          else if (changes.unseenOnly) next.set('unseen', 'true')
          return next
        },
        { preventScrollReset: true },
      ),
  }
}
