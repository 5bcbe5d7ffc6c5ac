import { ThemeProvider } from '@mui/material/styles'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { SwipedRow, type SwipedRowProps } from '#web/components/papers/SwipedRow.tsx'
import { theme } from '#web/shared/theme/theme.ts'

const touches = Object.getOwnPropertyDescriptor(Navigator.prototype, 'maxTouchPoints')
const setTouchPoints = (value: number) =>
  Object.defineProperty(navigator, 'maxTouchPoints', { value, configurable: true })

beforeEach(() => setTouchPoints(1))
afterEach(() => {
  document.getSelection()?.removeAllRanges()
  Reflect.deleteProperty(navigator, 'maxTouchPoints')
  if (touches) Object.defineProperty(Navigator.prototype, 'maxTouchPoints', touches)
})

/** Renders a row; `done` has what its swipes did. */
function show(changes: Partial<SwipedRowProps> = {}) {
  const done: string[] = []
  render(
    <ThemeProvider theme={theme}>
      <SwipedRow onRight={() => done.push('save')} onLeft={() => done.push('dismiss')} {...changes}>
        <p>Counting lanterns</p>
        <div data-testid="formula" style={{ overflowX: 'auto' }}>
          wide
        </div>
        <textarea aria-label="Note" />
      </SwipedRow>
    </ThemeProvider>,
  )
  return done
}

const at = ([x, y]: readonly [number, number]) => ({ touches: [{ clientX: 200 + x, clientY: 300 + y }] })

/** Moves a finger from the middle of a phone by each of `path`, and lifts it. */
function swipe(
  element: Element,
  path: readonly (readonly [number, number])[],
  end: 'touchEnd' | 'touchCancel' = 'touchEnd',
) {
  fireEvent.touchStart(element, at([0, 0]))
  for (const point of path) fireEvent.touchMove(element, at(point))
  fireEvent[end](element, { touches: [] })
}

const text = () => screen.getByText('Counting lanterns')
const RIGHT = [
  [20, 0],
  [60, 4],
  [120, 6],
] as const
const LEFT = RIGHT.map(([x, y]) => [-x, y] as const)

/** Swipes until the listener, which is loaded later, is there. */
const swipeSoon = (done: string[], path: readonly (readonly [number, number])[]) =>
  waitFor(() => {
    swipe(text(), path)
    expect(done).not.toEqual([])
  })

describe('a row that is swiped', () => {
  test('is saved to the right and dismissed to the left, and a short swipe is taken back', async () => {
    const done = show()
    await swipeSoon(done, RIGHT)
    done.length = 0
    swipe(text(), LEFT)
    expect(done).toEqual(['dismiss'])
    swipe(text(), [[40, 0]])
    expect(done).toEqual(['dismiss'])
    expect(text().parentElement?.style.transform).toBe('')
  })

  test('says what will be done while it is moved', async () => {
    const done = show()
    await swipeSoon(done, RIGHT)
    fireEvent.touchStart(text(), { touches: [{ clientX: 200, clientY: 300 }] })
    fireEvent.touchMove(text(), { touches: [{ clientX: 150, clientY: 300 }] })
    expect(screen.getByText('Not for me')).toBeTruthy()
    expect(text().parentElement?.style.transform).toBe('translateX(-50px)')
    fireEvent.touchCancel(text())
    expect(screen.queryByText('Not for me')).toBeNull()
    expect(text().parentElement?.style.transform).toBe('')
    expect(done).toEqual(['save'])
  })

  test('does nothing where the finger scrolls the page first, also if it then goes to the side', async () => {
    const done = show()
    await swipeSoon(done, LEFT)
    swipe(text(), [
      [2, 30],
      [40, 60],
      [140, 70],
    ])
    swipe(text(), RIGHT, 'touchCancel')
    expect(done).toEqual(['dismiss'])
  })

  test('does nothing at the edge of the screen, where the browser goes back', async () => {
    const done = show()
    await swipeSoon(done, RIGHT)
    fireEvent.touchStart(text(), { touches: [{ clientX: 5, clientY: 300 }] })
    fireEvent.touchMove(text(), { touches: [{ clientX: 180, clientY: 300 }] })
    fireEvent.touchEnd(text(), { touches: [] })
    expect(done).toEqual(['save'])
  })

  test('leaves the finger to a text field, to selected text and to a formula that is wider than the card', async () => {
    const done = show()
    await swipeSoon(done, RIGHT)
    swipe(screen.getByRole('textbox'), LEFT)
    const formula = screen.getByTestId('formula')
    swipe(formula, LEFT)
    expect(done).toEqual(['save', 'dismiss'])
    Object.defineProperty(formula, 'scrollWidth', { value: 900 })
    swipe(formula, LEFT)
    document.getSelection()?.selectAllChildren(text())
    swipe(text(), LEFT)
    expect(done).toEqual(['save', 'dismiss'])
  })

  test('is not moved to a side on which nothing is done', async () => {
    const done = show({ onRight: undefined })
    await swipeSoon(done, LEFT)
    swipe(text(), RIGHT)
    expect(done).toEqual(['dismiss'])
  })

  test('listens on screens that are touched only', async () => {
    setTouchPoints(0)
    show()
    expect(text().parentElement?.hasAttribute('data-swiped')).toBe(false)
  })
})
