import type { Page } from 'playwright-core'

type Touch = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel'

/**
 * Moves a finger over the row by `by` pixels, to the right or to the left, and then lifts it. The browser takes the touch
 * away from a page that is busy for long when it begins (touchcancel): then the finger tries again.
 */
export async function swipe(page: Page, title: RegExp, by: number, end: Touch = 'touchEnd'): Promise<void> {
  const row = page.getByRole('article', { name: title })
  await row.scrollIntoViewIfNeeded()
  const seen = await row.evaluateHandle((element) => {
    const state = { isLost: false }
    element.addEventListener('touchcancel', () => void (state.isLost = true))
    return state
  })
  const cdp = await page.context().newCDPSession(page)
  for (;;) {
    await seen.evaluate((state) => void (state.isLost = false))
    const box = await row.boundingBox()
    if (box === null) throw new Error('The row is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const touch = (type: Touch, moved?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: moved === undefined ? [] : [{ x: x + moved, y }] })
    await touch('touchStart', 0)
    for (const part of [0.2, 0.5, 0.8, 1]) await touch('touchMove', by * part)
    await touch(end)
    if (end === 'touchCancel' || !(await seen.evaluate(({ isLost }) => isLost))) return
  }
}
