import type { RefObject } from 'react'
import type { FoundPaper } from '../../data/papers/useSimilarText.ts'
import { useShortcuts, type Shortcuts } from '../../shared/useShortcuts.ts'

interface Options {
  /** Contains the articles of `hits`, in their order. */
  list: RefObject<HTMLElement | null>
  hits: readonly FoundPaper[]
  enabled: boolean
  /** Of headlines: one that is moved to stays where it is if it is in view, and the next one follows one that is dismissed. */
  isSkimmed: boolean
  onOpen: (hit: FoundPaper) => void
  onCite: (hit: FoundPaper) => void
  onDismiss: (hit: FoundPaper) => void
  onUndo: () => void
}

/** Keyboard shortcuts of the papers found: move between them, and act on the one that has the focus, else on the first. */
export function useHitKeys({ list, hits, enabled, isSkimmed, ...handlers }: Options): void {
  const articles = () => [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])]
  const focused = () => articles().findIndex((article) => article.contains(document.activeElement))

  const move = (by: 1 | -1) => {
    const next = articles()[Math.max(0, focused() + by)]
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: isSkimmed ? 'nearest' : 'start' })
  }
  const withHit = (act: (hit: FoundPaper) => void) => () => {
    const hit = hits[Math.max(0, focused())]
    if (hit) act(hit)
  }
  const openInTab = (addressOf: (paper: FoundPaper['paper']) => string) =>
    withHit((hit) => {
      window.open(addressOf(hit.paper), '_blank', 'noopener')
      handlers.onOpen(hit)
    })
  /** The card keeps its own state: the key presses its button, the first one of that kind. */
  const press = (selector: string) => () =>
    articles()[Math.max(0, focused())]?.querySelector<HTMLElement>(selector)?.click()

  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      // Of a headline its title, of its card the button that closes it, of another card the button of the abstract.
      o: press('[aria-expanded]:not([aria-haspopup])'),
      v: openInTab(({ urls }) => urls.abs),
      p: openInTab(({ urls }) => urls.pdf ?? urls.abs),
      s: press('button[aria-pressed]'),
      c: withHit(handlers.onCite),
      h: withHit((hit) => {
        handlers.onDismiss(hit)
        if (isSkimmed) move(1)
      }),
      u: handlers.onUndo,
    } satisfies Shortcuts,
    enabled,
  )
}
