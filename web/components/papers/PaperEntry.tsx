import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { Suspense, type RefObject } from 'react'
import type { Density } from '#api/contract/users.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { PaperCard, type PaperCardProps } from './PaperCard.tsx'
import type { PaperActions } from './PaperMenu.tsx'
import { SwipedRow } from './SwipedRow.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

const PaperHeadline = lazyPart(async () => (await import('./PaperHeadline.tsx')).PaperHeadline)

/** Loads the headlines, so that a list of them is shown at once. */
export const preloadHeadlines = PaperHeadline.preload

export interface PaperEntryProps extends Omit<PaperCardProps, 'density' | 'actions' | 'ref'> {
  density: Density
  actions: PaperActions
  /** In headlines: the card is shown in place of the headline. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called when the reader saves the paper by a swipe, which presses no button. By default a save. */
  onSwipedSave?: () => void
  ref: RefObject<HTMLElement | null>
}

/**
 * A paper of a list in the reader's density: a card, or a headline that opens as a card in its place. On a screen that is
 * touched a swipe to the right saves it, and one to the left dismisses it.
 */
export function PaperEntry({ onSwipedSave, ...entry }: PaperEntryProps) {
  const { state, actions } = entry
  const { onSavedChange, onFeedback } = actions
  return (
    <SwipedRow
      onRight={state?.saved ? undefined : (onSwipedSave ?? (() => onSavedChange(true)))}
      onLeft={onFeedback && (() => onFeedback('dislike'))}
    >
      <EntryInDensity {...entry} />
    </SwipedRow>
  )
}

function EntryInDensity({ density, isOpen, onOpenChange, ...card }: Omit<PaperEntryProps, 'onSwipedSave'>) {
  const isHeadline = density === 'headlines' && !isOpen
  useKeptFocus(card.ref, isHeadline)

  if (density !== 'headlines') return <PaperCard {...card} density={density} />
  if (isHeadline)
    return (
      <Suspense fallback={<Coming />}>
        <PaperHeadline {...card} onOpenPaper={() => onOpenChange(true)} />
      </Suspense>
    )
  return (
    <PaperCard
      {...card}
      expanded
      actions={{ ...card.actions, onExpandedChange: onOpenChange }}
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
