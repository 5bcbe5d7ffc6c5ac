import { describe, expect, test } from 'bun:test'
import { TARGET_KINDS } from '#api/contract/limits.ts'
import { retryAfterMs } from '#api/outgoing/targetAnswers.ts'
import { targets } from '#api/outgoing/targets.ts'
import type { TargetAnswer } from '#api/outgoing/target.ts'
import { HUGE, REFUSALS } from '#tests/simulators/outgoing.ts'

type Fault = { answer: { status: number; headers?: Record<string, string>; body: string } }
const toAnswer = ({ answer }: Fault): TargetAnswer => ({
  ...answer,
  headers: new Map(Object.entries(answer.headers ?? {})),
})
const withHeader = (value: string): TargetAnswer => ({
  status: 429,
  headers: new Map([['retry-after', value]]),
  body: '',
})

describe.each(TARGET_KINDS)('%s', (kind) => {
  test.each(['gone', 'refused', 'later'] as const)('says %s by each of its answers', (outcome) => {
    const faults = REFUSALS[outcome][kind] as readonly Fault[]
    expect(faults.map((fault) => targets[kind].read(toAnswer(fault)).outcome)).toEqual(faults.map(() => outcome))
  })

  test('is not believed to have accepted a message by a page of something else', () => {
    const huge = toAnswer(HUGE as Fault)
    expect(targets[kind].read(huge).outcome).toBe(kind === 'webhook' ? 'sent' : 'uncertain')
  })
})

const wordsOf = (kind: 'discord' | 'ntfy' | 'matrix' | 'slack', faults: readonly unknown[]) =>
  faults.map((fault) => {
    const verdict = targets[kind].read(toAnswer(fault as Fault))
    return 'reason' in verdict ? verdict.reason : ''
  })

test('The words of a service are a sentence, also if its answer is JSON or a page', () => {
  expect(wordsOf('discord', REFUSALS.gone.discord)).toEqual([
    '404 Unknown Webhook (10015)',
    '401 Invalid Webhook Token (50027)',
  ])
  expect(wordsOf('discord', REFUSALS.refused.discord)[0]).toMatch(/^400 Invalid Form Body \(50035\) \{"embeds"/)
  expect(wordsOf('matrix', REFUSALS.refused.matrix)).toEqual([
    '400 Content is not valid (M_BAD_JSON)',
    '413 event too large (M_TOO_LARGE)',
  ])
  expect(wordsOf('ntfy', REFUSALS.later.ntfy)[0]).toBe('429 limit reached: too many requests (42901)')
  expect(wordsOf('slack', REFUSALS.later.slack)[3]).toBe('502 (a web page)')
})

test('A proxy that answers 404 with a page does not end a connection to Slack', () => {
  const page = { status: 404, headers: new Map<string, string>(), body: '<html>Not Found</html>' }
  expect(targets.slack.read(page).outcome).toBe('refused')
})

const waitOf = (kind: keyof typeof REFUSALS.later, index: number) => {
  const verdict = targets[kind].read(toAnswer(REFUSALS.later[kind][index] as Fault))
  return verdict.outcome === 'later' ? verdict.waitMs : undefined
}

describe('The time to wait', () => {
  test('is read from the header or the body, in the units of each service', () => {
    expect(waitOf('slack', 0)).toBe(30_000)
    expect(waitOf('discord', 0)).toBe(530)
    expect(waitOf('matrix', 0)).toBe(2_000)
  })

  test('is unknown if the service says nothing', () => {
    expect(waitOf('slack', 1)).toBeNull()
    expect(waitOf('ntfy', 0)).toBeNull()
  })

  test('can be a date, and is never negative or longer than a day', () => {
    const now = Date.parse('2026-11-16T06:00:00Z')
    expect(retryAfterMs(withHeader('Mon, 16 Nov 2026 06:02:00 GMT'), now)).toBe(120_000)
    expect(retryAfterMs(withHeader('Mon, 16 Nov 2026 05:02:00 GMT'), now)).toBe(0)
    expect(retryAfterMs(withHeader('999999999999'), now)).toBe(86_400_000)
    expect(retryAfterMs(withHeader('soon'), now)).toBeNull()
  })
})
