import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Card } from '#api/contract/papers.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'

interface Options {
  cards: readonly Card[]
  list: RefObject<HTMLElement | null>
  enabled: boolean
  /** Of headlines: one that is moved to stays where it is if it is in view, and the next one follows one that is dismissed. */
  isSkimmed: boolean
  onOpen: (card: Card) => void
  onToggleAbstract: (card: Card) => void
  onNote: (card: Card) => void
  onToggleSaved: (card: Card) => void
  onCite: (card: Card) => void
  onDismiss: (card: Card) => void
  onUndo: () => void
  onDay: (which: 'previous' | 'next') => void
  /** Called to move past the last card: shows more cards, if there are more. */
  onPastEnd: () => void
}

/** Keyboard shortcuts of a list of cards: move between the cards and act on the current one, at first card 0. */
export function useListKeys({ cards, list, enabled, isSkimmed, ...handlers }: Options) {
  const [current, setCurrent] = useState(0)
  const index = Math.min(current, Math.max(0, cards.length - 1))
  const card = cards[index]

  /** The card to move to as soon as it is shown. */
  const awaited = useRef<number | null>(null)

  const move = (to: number) => {
    awaited.current = to === cards.length ? to : null
    if (to === cards.length) handlers.onPastEnd()
    const next = Math.max(0, Math.min(cards.length - 1, to))
    setCurrent(next)
    const article = list.current?.querySelectorAll<HTMLElement>('article')[next]
    article?.focus({ preventScroll: true })
    article?.scrollIntoView({ block: isSkimmed ? 'nearest' : 'start' })
  }
  const moveToAwaited = useEffectEvent((shown: number) => {
    if (awaited.current !== null && awaited.current < shown) move(awaited.current)
  })
  useEffect(() => moveToAwaited(cards.length), [cards.length])

  const withCard = (act: (card: Card) => void) => () => card && act(card)
  const openInTab = (url: string | undefined) => {
    if (!card || url === undefined) return
    window.open(url, '_blank', 'noopener')
    handlers.onOpen(card)
  }
  // The first press of j only focuses the current card; the next ones move.
  const isFocused = () => list.current?.querySelectorAll('article')[index]?.contains(document.activeElement) ?? false

  useShortcuts(
    {
      j: () => move(isFocused() || index > 0 ? index + 1 : index),
      k: () => move(index - 1),
      o: withCard(handlers.onToggleAbstract),
      v: () => openInTab(card?.paper.urls.abs),
      p: () => openInTab(card?.paper.urls.pdf ?? card?.paper.urls.abs),
      s: withCard(handlers.onToggleSaved),
      n: withCard(handlers.onNote),
      c: withCard(handlers.onCite),
      h: () => {
        if (card) handlers.onDismiss(card)
        if (isSkimmed) move(index + 1)
      },
      u: handlers.onUndo,
      '[': () => handlers.onDay('previous'),
      ']': () => handlers.onDay('next'),
    },
    enabled,
  )

  return { current: index, setCurrent }
}
