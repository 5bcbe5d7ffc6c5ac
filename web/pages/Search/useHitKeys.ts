import type { RefObject } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { useShortcuts, type Shortcuts } from '../../shared/useShortcuts.ts'

interface Options {
  /** Contains the articles of `papers`, in their order. */
  list: RefObject<HTMLElement | null>
  papers: readonly Paper[]
  enabled: boolean
  /** Of headlines: one that is moved to stays where it is if it is in view. */
  isSkimmed: boolean
  onOpen: (paper: Paper) => void
  onCite: (paper: Paper) => void
  onUndo: () => void
}

/** Keyboard shortcuts of the papers found: move between them, and act on the one that has the focus, else on the first. */
export function useHitKeys({ list, papers, enabled, isSkimmed, onOpen, onCite, onUndo }: Options): void {
  const articles = () => [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])]
  const focused = () => articles().findIndex((article) => article.contains(document.activeElement))

  const move = (by: 1 | -1) => {
    const next = articles()[Math.max(0, focused() + by)]
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: isSkimmed ? 'nearest' : 'start' })
  }
  const withPaper = (act: (paper: Paper) => void) => () => {
    const paper = papers[Math.max(0, focused())]
    if (paper) act(paper)
  }
  const openInTab = (addressOf: (paper: Paper) => string) =>
    withPaper((paper) => {
      window.open(addressOf(paper), '_blank', 'noopener')
      onOpen(paper)
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
      c: withPaper(onCite),
      u: onUndo,
    } satisfies Shortcuts,
    enabled,
  )
}
