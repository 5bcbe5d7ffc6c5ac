import { useEffect, useEffectEvent, useState } from 'react'
import type { DayEntry } from '#api/contract/dashboard.ts'
import { DAY_PAGE_SIZE } from '#api/contract/limits.ts'
import type { Card } from '#api/contract/papers.ts'
import { useDayCards } from '../../data/papers/useDashboard.ts'

interface Options {
  day: string
  /** The cards that are loaded already. */
  cards: readonly Card[]
  /** All cards that pass the current filter, in order, with their current states. */
  entries: readonly DayEntry[]
}

/**
 * The cards of `entries` to show, `DAY_PAGE_SIZE` more with each call of `showMore`. Loads those that are missing by
 * their ids, so that a change of the list between two pages neither repeats nor omits a card.
 */
export function useCardPages({ day, cards, entries }: Options) {
  const [count, setCount] = useState(DAY_PAGE_SIZE)
  const { later, load, busy, failed } = useDayCards(day)
  const first = new Map(cards.map((card) => [card.paper.id, card]))
  const contentOf = (id: string) => first.get(id) ?? later[id]

  const wanted = entries.slice(0, count)
  const missing = wanted.map(({ paper_id }) => paper_id).filter((id) => contentOf(id) === undefined)
  const shown: Card[] = []
  for (const { paper_id, state } of wanted) {
    const card = contentOf(paper_id)
    if (card === undefined) break
    if (card !== null) shown.push({ ...card, state })
  }

  const loadMissing = useEffectEvent(() => void load(missing))
  const missingKey = missing.join(' ')
  useEffect(() => {
    if (missingKey !== '') loadMissing()
  }, [missingKey])

  return {
    shown,
    hasMore: missing.length > 0 || entries.length > count,
    busy,
    failed,
    /** Shows the next page, or loads the current one again after a failure. */
    showMore: () => {
      if (missing.length > 0) void load(missing)
      else setCount(count + DAY_PAGE_SIZE)
    },
  }
}
