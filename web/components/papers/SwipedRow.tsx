import { styled } from '@mui/material/styles'
import { Suspense, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { lazyPart } from '../../shared/lazyPart.tsx'

const SwipeListener = lazyPart(async () => (await import('./SwipeListener.ts')).SwipeListener)

export interface SwipedRowProps {
  /** What a swipe to the right does; undefined if it does nothing. */
  onRight?: (() => void) | undefined
  onLeft?: (() => void) | undefined
  children: ReactNode
}

/**
 * A row or card that can be moved aside on a screen that is touched: to the right it is saved, to the left it is
 * dismissed. What will be done is said below it while it is moved. Both can be done with buttons, too.
 */
export function SwipedRow({ onRight, onLeft, children }: SwipedRowProps) {
  const surface = useRef<HTMLDivElement>(null)
  const [towards, setTowards] = useState<'right' | 'left' | null>(null)
  const isZoomed = useIsPageZoomed()
  const isSwiped = navigator.maxTouchPoints > 0 && !isZoomed && (onRight ?? onLeft) !== undefined
  const moveTo = (x: number) => {
    if (surface.current) surface.current.style.transform = x === 0 ? '' : `translateX(${x}px)`
    setTowards(x === 0 ? null : x > 0 ? 'right' : 'left')
  }
  return (
    <Frame data-towards={towards ?? undefined}>
      {towards === 'right' && <Right aria-hidden>Save</Right>}
      {towards === 'left' && <Left aria-hidden>Not for me</Left>}
      <Surface ref={surface} data-swiped={isSwiped || undefined}>
        {children}
      </Surface>
      {isSwiped && (
        <Suspense>
          <SwipeListener surface={surface} onMove={moveTo} onRight={onRight} onLeft={onLeft} />
        </Suspense>
      )}
    </Frame>
  )
}

/** Whether the reader has enlarged the page with two fingers, and moves it to each side to read it. */
const useIsPageZoomed = (): boolean => useSyncExternalStore(subscribeToZoom, isPageZoomed, () => false)

function subscribeToZoom(onChange: () => void): () => void {
  window.visualViewport?.addEventListener('resize', onChange)
  return () => window.visualViewport?.removeEventListener('resize', onChange)
}

const isPageZoomed = () => (window.visualViewport?.scale ?? 1) > 1

/** Not "hidden", which makes a scroll container: then a card would not be scrolled to with its margin. */
const Frame = styled('div')({ position: 'relative', overflow: 'clip' })

const Surface = styled('div')(({ theme }) => ({
  position: 'relative',
  // The browser scrolls up and down and zooms; a swipe to the side is ours.
  '&[data-swiped]': { touchAction: 'pan-y pinch-zoom' },
  '[data-towards] > &': { backgroundColor: theme.vars.palette.background.paper },
  '@media (prefers-reduced-motion: no-preference)': {
    transition: theme.transitions.create('transform', { duration: 120 }),
    '[data-towards] > &': { transition: 'none' },
  },
}))

const Side = styled('span')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'center',
  paddingInline: 20,
  fontWeight: 600,
  color: theme.vars.palette.text.primary,
}))

const Right = styled(Side)(({ theme }) => ({ backgroundColor: theme.vars.palette.accentSoft }))
const Left = styled(Side)(({ theme }) => ({
  justifyContent: 'end',
  backgroundColor: theme.vars.palette.action.selected,
}))
