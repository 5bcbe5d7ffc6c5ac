import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { REFUSALS, startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { makeFolder } from '#tests/support/process.ts'
import { readScreen, useTerminal } from './terminal.ts'

const simulator = await startOutgoingSimulator()
const folder = await makeFolder()
const { run, type, as, tokenOf } = useTerminal()
const signedIn = async () => ({ env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })
const list = async () => (await as('ada').users.me.connections.get()).data?.items ?? []
const sends = async () => (await list())[0]?.sends
const slack = simulator.valuesOf.slack('secretkey9876').address

afterAll(() => Promise.all([simulator.stop(), folder[Symbol.asyncDispose]()]))
beforeEach(() => {
  simulator.received.length = 0
  simulator.faults.clear()
})

describe('The command for connections', () => {
  test('asks for the address without echo, saves and lists it without its secret in 80 columns', async () => {
    const screen = type(['connections', 'set', 'slack'], await signedIn())
    await screen.until(/Address of the webhook \(Slack\): /)
    screen.type(`${slack}\r`)
    expect(await screen.exited).toBe(0)
    expect(screen.text()).not.toContain('secretkey')
    expect(await list()).toMatchObject([{ kind: 'slack', last_four: '9876', on: true }])
    const shown = type(['connections'], await signedIn())
    expect(await shown.exited).toBe(0)
    const lines = readScreen(shown.text()).trimEnd().split('\n')
    expect(lines[0]).toMatch(/^KIND +TO +STATE +GETS +LAST$/)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(shown.text()).not.toContain('secretkey')
  })

  test('reads secrets from standard input or a file, one line for each, and never as an argument', async () => {
    const topic = await run(
      ['connections', 'set', 'ntfy', '--at', simulator.origin, '--with-token', '--secret-stdin'],
      {
        ...(await signedIn()),
        input: 'dawn-7f3a91c2d4\ntk_abc\n',
      },
    )
    expect(topic.exit).toBe(0)
    const file = join(folder.path, 'token.txt')
    await Bun.write(file, 'syt_abc\n')
    const room = ['--at', simulator.origin, '--room', '!abc:example.org', '--secret-file', file]
    expect((await run(['connections', 'set', 'matrix', ...room], await signedIn())).exit).toBe(0)
    expect((await list()).map(({ kind }) => kind)).toEqual(['matrix', 'ntfy'])
    const missing = await run(['connections', 'set', 'slack'], await signedIn())
    expect(missing).toMatchObject({ exit: 2, stderr: expect.stringContaining('--secret-stdin') })
    expect((await run(['connections', 'set', 'slack', slack], await signedIn())).exit).toBe(2)
    expect((await run(['connections', 'set', 'fax'], await signedIn())).exit).toBe(2)
  })

  test('tests values without saving them, and the saved ones, and exits with 1 if they are refused', async () => {
    const given = await run(['connections', 'test', 'slack', '--secret-stdin'], { ...(await signedIn()), input: slack })
    expect(given).toMatchObject({ exit: 0, stdout: 'ok: Slack accepted the message.\n' })
    expect(await list()).toEqual([])
    await run(['connections', 'set', 'slack', '--secret-stdin'], { ...(await signedIn()), input: slack })
    simulator.faults.set('secretkey9876', [REFUSALS.gone.slack[2]!])
    const refused = await run(['connections', 'test', 'slack'], await signedIn())
    expect(refused).toMatchObject({ exit: 1, stdout: expect.stringContaining('404 no_service') })
  })

  test('prints the secret of an own webhook alone on standard output, and another one when it is renewed', async () => {
    const set = await run(['connections', 'set', 'webhook', '--secret-stdin'], {
      ...(await signedIn()),
      input: simulator.valuesOf.webhook('program').address,
    })
    expect(set.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
    const renewed = await run(['connections', 'set', 'webhook', '--renew-secret'], await signedIn())
    expect(renewed.stdout).toMatch(/^whsec_/)
    expect(renewed.stdout).not.toBe(set.stdout)
  })

  test('chooses what a connection gets, without its secret if it is saved', async () => {
    const first = ['connections', 'set', 'slack', '--secret-stdin', '--send', 'day,review']
    expect((await run(first, { ...(await signedIn()), input: slack })).exit).toBe(0)
    expect(await sends()).toEqual({ day: true, hits: false, updates: false, review: true, alarms: false })
    const later = await run(['connections', 'set', 'slack', '--send', 'hits, updates'], await signedIn())
    expect(later).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^Saved: .* gets hits,updates\.\n$/) })
    expect(await sends()).toEqual({ day: false, hits: true, updates: true, review: false, alarms: false })
    await run(['connections', 'set', 'slack', '--send', 'nothing'], await signedIn())
    expect(await sends()).toEqual({ day: false, hits: false, updates: false, review: false, alarms: false })
    const unknown = await run(['connections', 'set', 'slack', '--send', 'day,fax'], await signedIn())
    expect(unknown).toMatchObject({ exit: 2, stderr: expect.stringContaining('day, hits, updates, review') })
    const unsaved = await run(['connections', 'set', 'discord', '--send', 'day'], await signedIn())
    expect(unsaved).toMatchObject({ exit: 2, stderr: expect.stringContaining('--secret-stdin') })
  })

  test('switches alarms on for an admin only, and the health says to whom they go', async () => {
    const set = ['connections', 'set', 'slack', '--secret-stdin', '--send', 'alarms']
    const refused = await run(set, { ...(await signedIn()), input: slack })
    expect(refused.exit).not.toBe(0)
    expect(refused.stderr).toContain('Alarms are for admins of this site only.')
    expect(await list()).toEqual([])
    const asAdmin = { env: { PAPERDAWN_TOKEN: await tokenOf('admin') } }
    expect((await run(['admin', 'health'], asAdmin)).stdout).toContain('alarms: none; switch them on')
    expect((await run(set, { ...asAdmin, input: slack })).exit).toBe(0)
    expect((await run(['admin', 'health'], asAdmin)).stdout).toContain('alarms: 1 admin by Slack')
  })

  test('removes a connection once that is confirmed', async () => {
    await run(['connections', 'set', 'slack', '--secret-stdin'], { ...(await signedIn()), input: slack })
    expect((await run(['connections', 'remove', 'slack'], await signedIn())).exit).toBe(2)
    expect(await list()).toHaveLength(1)
    const removed = await run(['connections', 'remove', 'slack', '--yes'], await signedIn())
    expect(removed).toMatchObject({ exit: 0, stdout: 'Removed Slack.\n' })
    expect(await list()).toEqual([])
    expect((await run(['connections', 'remove', 'slack', '--yes'], await signedIn())).exit).toBe(3)
  })
})
