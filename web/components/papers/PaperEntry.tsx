import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Suspense, useEffect, useRef, type RefObject } from 'react'
import type { Density } from '#api/contract/users.ts'
import { isFocusLost } from '../../shared/isFocusLost.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { PaperCard, type PaperCardProps } from './PaperCard.tsx'
import type { PaperActions } from './PaperMenu.tsx'

const PaperHeadline = lazyPart(async () => (await import('./PaperHeadline.tsx')).PaperHeadline)

/** Loads the headlines, so that a list of them is shown at once. */
export const preloadHeadlines = PaperHeadline.preload

export interface PaperEntryProps extends Omit<PaperCardProps, 'density' | 'actions' | 'ref'> {
  density: Density
  actions: PaperActions
  /** In headlines: the card is shown in place of the headline. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onSwipedSave?: () => void
  ref: RefObject<HTMLElement | null>
}

/** A paper of a list in the reader's density: a card, or a headline that opens as a card in its place. */
export function PaperEntry({ density, isOpen, onOpenChange, onSwipedSave, ...card }: PaperEntryProps) {
  const { ref, actions } = card
  const isHeadline = density === 'headlines' && !isOpen
  const wasHeadline = useRef(isHeadline)
  useEffect(() => {
    if (wasHeadline.current === isHeadline) return
    wasHeadline.current = isHeadline
    // The pressed button went away with the headline, or with the card.
    if (isFocusLost()) ref.current?.focus({ preventScroll: true })
  }, [isHeadline, ref])

  if (density !== 'headlines') return <PaperCard {...card} density={density} />
  if (isHeadline)
    return (
      <Suspense fallback={<Coming />}>
        <PaperHeadline {...card} onSwipedSave={onSwipedSave} onOpenPaper={() => onOpenChange(true)} />
      </Suspense>
    )
  return (
    <PaperCard
      {...card}
      expanded
      actions={{ ...actions, onExpandedChange: onOpenChange }}
      date={
        <>
          {card.date}{' '}
          <Link component="button" type="button" aria-expanded onClick={() => onOpenChange(false)}>
            Close
          </Link>
        </>
      }
    />
  )
}

/** In place of a headline whose code is being loaded. */
const Coming = styled('div')({ minHeight: 39 })
