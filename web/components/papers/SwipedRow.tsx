import { styled } from '@mui/material/styles'
import { useRef, useState, type ReactNode } from 'react'
import { useSwipeable } from 'react-swipeable'

export interface SwipedRowProps {
  /** What a swipe to the right does; undefined if it does nothing. */
  onRight?: (() => void) | undefined
  onLeft?: (() => void) | undefined
  children: ReactNode
}

/** In pixels. A shorter one is taken back. */
const SWIPE_MIN = 88
/** At the edges of the screen, in pixels, a swipe goes back to the page before. */
const EDGE = 24

/**
 * A row that can be moved aside on a screen that is touched: to the right it is saved, to the left it is dismissed. What
 * will be done is said below the row while it is moved. Both can be done with buttons, too.
 */
export function SwipedRow({ onRight, onLeft, children }: SwipedRowProps) {
  const surface = useRef<HTMLDivElement>(null)
  const [towards, setTowards] = useState<'right' | 'left' | null>(null)
  const moveTo = (x: number) => {
    if (surface.current) surface.current.style.transform = x === 0 ? '' : `translateX(${x}px)`
    setTowards(x === 0 ? null : x > 0 ? 'right' : 'left')
  }
  /** How far the row may be moved: not at all to a side on which nothing is done. */
  const allowed = (x: number, startX: number) => {
    const isAtEdge = startX < EDGE || startX > window.innerWidth - EDGE
    return isAtEdge || (x > 0 ? onRight : onLeft) === undefined ? 0 : x
  }
  const { ref, ...handlers } = useSwipeable({
    onSwiping: ({ deltaX, initial }) => moveTo(allowed(deltaX, initial[0])),
    onSwiped: ({ deltaX, initial }) => {
      const x = allowed(deltaX, initial[0])
      moveTo(0)
      if (x >= SWIPE_MIN) onRight?.()
      if (x <= -SWIPE_MIN) onLeft?.()
    },
    trackTouch: true,
    trackMouse: false,
  })
  return (
    <Frame data-towards={towards ?? undefined}>
      {towards === 'right' && <Right aria-hidden>Save</Right>}
      {towards === 'left' && <Left aria-hidden>Not for me</Left>}
      <Surface
        {...handlers}
        // The browser takes the touch away, for example for a gesture of the system.
        onTouchCancel={() => moveTo(0)}
        ref={(element: HTMLDivElement | null) => {
          surface.current = element
          ref(element)
        }}
      >
        {children}
      </Surface>
    </Frame>
  )
}

const Frame = styled('div')({ position: 'relative', overflow: 'hidden' })

const Surface = styled('div')(({ theme }) => ({
  position: 'relative',
  // The browser scrolls up and down; a swipe to the side is ours.
  touchAction: 'pan-y',
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
