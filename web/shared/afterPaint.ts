/**
 * Calls `run` after the browser has painted what is on the page now: for what the first card need not wait for. In a
 * window in the background it waits until that is visible. Returns a function that cancels the call.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The frame's callbacks run before its paint.
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
