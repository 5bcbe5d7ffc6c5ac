import { afterAll, afterEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { checkTargets } from '#api/services/health/targetsCheck.ts'
import { readMetrics } from '#api/services/health/readMetrics.ts'
import { announce, MORNING, useConnections } from '#tests/api/support/connections.ts'
import { REFUSALS, startOutgoingSimulator, tooFast } from '#tests/simulators/outgoing.ts'
import { useApp } from '#tests/support/app.ts'

const simulator = await startOutgoingSimulator()
const app = useApp()
const { connect, runAt } = useConnections(app, simulator)
afterAll(() => simulator.stop())
afterEach(() => setClock(null))

test('An admin sees how many connections fail, by kind, and how many were switched off', async () => {
  expect(await checkTargets()).toMatchObject({ state: 'unknown' })
  await announce()
  await connect('ada', 'slack')
  await connect('ben', 'ntfy')
  expect(await checkTargets()).toMatchObject({ state: 'ok', message: '2 of 2 connections accept their days.' })
  await connect('cleo', 'slack')
  simulator.faults.set('ben', [tooFast('60')])
  simulator.faults.set('cleo', [REFUSALS.gone.slack[2]!])
  await runAt(MORNING)
  expect(await checkTargets()).toMatchObject({
    state: 'slow',
    message: '1 of 3 connections fail: ntfy 1. 1 switched off, because the service refused for good.',
  })
  const { text } = await readMetrics(app.product)
  expect(text).toContain('paperdawn_targets_failing{kind="ntfy"} 1')
  expect(text).toContain('paperdawn_targets_failing{kind="slack"} 1')
  expect(text).toMatch(/paperdawn_target_messages_total\{kind="slack",outcome="sent"\} [1-9]/)
})
