import { createElement } from 'react'
import { withLocalTimes } from '../../shared/format.ts'

/** An option of a command. */
const OPTION = /(--[a-z][a-z-]*)/

/** Sentences of the server: instants in the user's time zone, and no line break within an option of a command (`--key`). */
export function SentenceText({ text }: { text: string }) {
  const parts = withLocalTimes(text)
    .split(OPTION)
    .map((part) => (OPTION.test(part) ? createElement('span', { style: { whiteSpace: 'nowrap' } }, part) : part))
  // As arguments: the parts have no order of their own that could change.
  return createElement('span', null, ...parts)
}
