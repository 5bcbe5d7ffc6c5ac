import { useSearchParams } from 'react-router-dom'

/** The state of the dashboard, which is its address: `?day=2026-11-20&category=cs.LG&unseen=true`. */
export function useDayAddress() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('day')
  return {
    day: asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : undefined,
    category: params.get('category'),
    unseenOnly: params.get('unseen') === 'true',
    /** Goes to a day and keeps the filters. */
    goTo: (day: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        next.set('day', day)
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
