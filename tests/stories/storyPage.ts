/* oxlint-disable no-underscore-dangle -- `__STORYBOOK_PREVIEW__` is Storybook's name. */
import type axe from 'axe-core'
import { findFaultsOfLargeText } from '#tests/support/largeText.ts'
import { findDarkContrast, runAxe } from './contrast.ts'
import { digestRendering, readHtml } from './rendering.ts'

// Runs in the page of the stories; `stages.ts` puts it there as `window.storyPage`.

/** Event channel of Storybook's preview page. */
interface Channel {
  on(event: string, listener: (data: unknown) => void): void
  off(event: string, listener: (data: unknown) => void): void
  emit(event: string, data: unknown): void
}
declare global {
  interface Window {
    __STORYBOOK_PREVIEW__?: { channel: Channel; ready(): Promise<void> }
    axe: typeof axe
    storyPage: typeof storyPage
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ENDS = ['storyFinished', 'storyErrored', 'storyMissing', 'storyThrewException', 'playFunctionThrewException']

interface Rendering {
  html: string
  digest: string
}

export interface Faults {
  /** By axe, in the light scheme. */
  light: string[]
  /** Of the text at twice its size. */
  largeText: string[]
  /** Of contrast in the dark scheme. */
  dark: string[]
}

const storyPage = {
  /**
   * Shows a story in light colours and waits for its play function, its fonts and its animations. Returns also its error
   * message or that of its play function; '' if it passed.
   */
  async show(storyId: string, limitMs: number): Promise<Rendering & { failure: string }> {
    const failure = await render(storyId, limitMs)
    await document.fonts.ready
    await endOfAnimations(limitMs)
    return { failure, ...(await storyPage.read()) }
  },

  async read(): Promise<Rendering> {
    const html = readHtml()
    return { html, digest: await digestRendering(html) }
  },

  /** Checks the story that is shown. Leaves the page in the dark scheme; the next story sets its own. */
  async check(): Promise<Faults> {
    const light = await runAxe(document.body, { runOnly: RULES, withLayers: true })
    const largeText = findFaultsOfLargeText()
    // The dark scheme differs only in colours. Its attribute selects the CSS variables; nothing is rendered again.
    document.documentElement.dataset['scheme'] = 'dark'
    return { light: light.violations, largeText, dark: await findDarkContrast(light) }
  },
}
window.storyPage = storyPage

function render(storyId: string, limitMs: number): Promise<string> {
  const { channel } = window.__STORYBOOK_PREVIEW__!
  return new Promise((resolve) => {
    const end = (result: string) => {
      clearTimeout(timer)
      for (const event of ENDS) channel.off(event, onEvent)
      resolve(result)
    }
    const timer = setTimeout(() => end('It did not finish.'), limitMs)
    const onEvent = (data: unknown) => {
      const report = (data ?? {}) as { storyId?: string; status?: string; message?: string; description?: string }
      if (report.storyId !== undefined && report.storyId !== storyId) return
      end(report.status === 'success' ? '' : (report.message ?? report.description ?? 'It failed.'))
    }
    for (const event of ENDS) channel.on(event, onEvent)
    channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
  })
}

/** During an animation colours and places are temporary. Throws if one does not end in `limitMs`. */
async function endOfAnimations(limitMs: number): Promise<void> {
  const started = performance.now()
  while (document.getAnimations().some(({ playState }) => playState === 'running')) {
    if (performance.now() - started > limitMs) throw new Error('An animation of the story does not end.')
    await new Promise(requestAnimationFrame)
  }
}
