import type { Job } from '#api/contract/jobs.ts'
import { cleanText, canRedraw } from './style.ts'
import { formatSeconds } from './times.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const REDRAW_MS = 100
const BAR_WIDTH = 20
/** Without a terminal, a line is written after every step of this size. */
const STEP_PERCENT = 10

export interface Progress extends Disposable {
  show(job: Job): void
}

/** Shows the progress of a job on standard error: one redrawn line on a terminal, otherwise a new line per step. */
export function createProgress({ quiet }: { quiet: boolean }): Progress {
  if (quiet) return { show: () => {}, [Symbol.dispose]: () => {} }
  return canRedraw(process.stderr) ? drawProgress() : writeProgress()
}

function drawProgress(): Progress {
  let latest: { job: Job; receivedAt: number } | undefined
  let frame = 0
  const draw = () => {
    if (!latest) return
    frame = (frame + 1) % FRAMES.length
    const line = `${FRAMES[frame]} ${describeProgress(latest.job, true, performance.now() - latest.receivedAt)}`
    process.stderr.write(`\r\u001B[2K${Bun.sliceAnsi(line, 0, (process.stderr.columns || 80) - 1)}`)
  }
  const timer = setInterval(draw, REDRAW_MS)
  return {
    show(job) {
      latest = { job, receivedAt: performance.now() }
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      process.stderr.write('\r\u001B[2K')
    },
  }
}

function writeProgress(): Progress {
  let lastKey = ''
  return {
    show(job) {
      const { state, progress } = job
      const percent = progress.total ? Math.floor((progress.done / progress.total) * 100) : 0
      const key = `${state} ${progress.step} ${Math.floor(percent / STEP_PERCENT)}`
      if (key === lastKey) return
      lastKey = key
      process.stderr.write(`${describeProgress(job, false)}\n`)
    },
    [Symbol.dispose]() {},
  }
}

/**
 * The job's progress, `sinceMs` after the server sent it. Times are of the server's clock, which may differ from ours.
 * "[#####---------------] 5/20 feeds, 2.5/s, 6 s left: feed math"
 */
export function describeProgress(job: Job, withBar: boolean, sinceMs = 0): string {
  const { state, progress, elapsed_ms, error } = job
  const { done, total, unit, step } = progress
  if (state === 'queued') return error === undefined ? 'waiting for a worker' : cleanText(`to be tried again: ${error}`)
  const seconds = (elapsed_ms + sinceMs) / 1000
  const rate = seconds > 0 ? done / seconds : 0
  const facts = [
    `${done}${total === undefined ? '' : `/${total}`} ${unit}`,
    ...(rate > 0 && seconds >= 1 ? [`${rate.toFixed(rate < 10 ? 1 : 0)}/s`] : []),
    ...(rate > 0 && seconds >= 1 && total !== undefined && total > done
      ? [`${formatSeconds((total - done) / rate)} left`]
      : []),
  ]
  const filled = total ? Math.min(Math.round((done / total) * BAR_WIDTH), BAR_WIDTH) : 0
  const bar = withBar && total ? `[${'#'.repeat(filled).padEnd(BAR_WIDTH, '-')}] ` : ''
  return cleanText(`${bar}${facts.join(', ')}${step === '' ? '' : `: ${step}`}`)
}
