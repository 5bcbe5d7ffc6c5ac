import { useState, type RefObject } from 'react'
import type { Card } from '#api/contract/papers.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'

interface Options {
  cards: readonly Card[]
  list: RefObject<HTMLElement | null>
  enabled: boolean
  onOpen: (card: Card) => void
  onToggleAbstract: (card: Card) => void
  onToggleNote: (card: Card) => void
  onToggleSaved: (card: Card) => void
  onDismiss: (card: Card) => void
  onUndo: () => void
  onDay: (which: 'previous' | 'next') => void
}

/** Moves through the cards by key and acts on the current one. The first is current from the start. */
export function useListKeys({ cards, list, enabled, ...on }: Options) {
  const [current, setCurrent] = useState(0)
  const at = Math.min(current, Math.max(0, cards.length - 1))
  const card = cards[at]

  const move = (to: number) => {
    const next = Math.max(0, Math.min(cards.length - 1, to))
    setCurrent(next)
    const place = list.current?.querySelectorAll<HTMLElement>('article')[next]
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'start' })
  }
  const withCard = (act: (card: Card) => void) => () => card && act(card)
  const visit = (address: string | undefined) => {
    if (!card || address === undefined) return
    window.open(address, '_blank', 'noopener')
    on.onOpen(card)
  }
  // The first press shows where one is; the next ones move.
  const isThere = () => list.current?.querySelectorAll('article')[at]?.contains(document.activeElement) ?? false

  useShortcuts(
    {
      j: () => move(isThere() || at > 0 ? at + 1 : at),
      k: () => move(at - 1),
      o: withCard(on.onToggleAbstract),
      v: () => visit(card?.paper.urls.abs),
      p: () => visit(card?.paper.urls.pdf ?? card?.paper.urls.abs),
      s: withCard(on.onToggleSaved),
      n: withCard(on.onToggleNote),
      h: withCard(on.onDismiss),
      u: on.onUndo,
      '[': () => on.onDay('previous'),
      ']': () => on.onDay('next'),
    },
    enabled,
  )

  return { current: at, setCurrent }
}
