import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Days, SourceSettings } from '#api/contract/days.ts'
import { setClock } from '#api/platform/clock.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { recordSuccess } from '#api/store/sources/sources.ts'
import { recordLedger } from '#tests/api/support/ledger.ts'
import { startArxiv, startCrossref } from './arxiv.ts'
import { readScreen, useTerminal } from './terminal.ts'

const { simulator, sources } = startArxiv('2026-11-18')
const { simulator: crossrefServer, crossref } = startCrossref([])
sources.set('crossref', crossref)
const { run, type, as, asAdmin } = useTerminal({ sources })

const admin = async (...args: string[]) => run(['admin', ...args], { env: await asAdmin() })
const adminTypes = async (...args: string[]) => type(['admin', ...args], { env: await asAdmin() })
const jobs = async () => (await as('admin').admin.jobs.get({ query: {} })).data?.items ?? []

// Friday at noon Eastern: the announcement of the day is late.
beforeEach(async () => {
  setClock(new Date('2026-11-20T17:00:00Z'))
  await recordSuccess('arxiv', {})
})
afterEach(() => setClock(null))
afterAll(() => Promise.all([simulator.stop(), crossrefServer.stop()]))

describe('The days', () => {
  test('are a table of 80 columns that names the archives in trouble', async () => {
    await recordLedger('2026-11-17', {
      '2026-11-17': 'announced',
      '2026-11-18': { cs: 'announced', stat: 'recovered' },
      '2026-11-19': 'recovered',
    })
    const screen = await adminTypes('days')
    expect(await screen.exited).toBe(0)
    const lines = readScreen(screen.text()).trimEnd().split('\n')
    expect(lines[0]).toMatch(/^DAY +SOURCE +STATE +PAPERS +UNACCOUNTED +ARCHIVES IN TROUBLE$/)
    expect(lines.slice(1, -1).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '2026-11-20 arxiv missing 0 0 missing: all',
      '2026-11-19 arxiv recovered 0 0',
      '2026-11-18 arxiv missing 0 0 missing: math, quant-ph',
      '2026-11-17 arxiv announced 0 0',
    ])
    expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
    expect(lines.at(-1)).toBe('2 days are missing. Fetch what is missing: paperdawn admin backfill')
  })

  test('can be limited, and are JSON with --json', async () => {
    await recordLedger('2026-11-02')
    const { exit, stdout } = await admin('days', '--from', '2026-11-04', '--until', '2026-11-05', '--json')
    expect(exit).toBe(0)
    const { items, missing } = JSON.parse(stdout) as Days
    expect({ days: items.map(({ day }) => day), missing }).toEqual({ days: ['2026-11-05', '2026-11-04'], missing: 2 })
    expect(await admin('days', '--from', '2026-11-06', '--until', '2026-11-05')).toMatchObject({ exit: 2, stdout: '' })
    const empty = await admin('days', '--from', '2026-11-07', '--until', '2026-11-08')
    expect(empty).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringContaining('There are no days') })
  })
})

describe('A back-fill', () => {
  beforeEach(() => recordLedger('2026-11-16', { '2026-11-16': 'announced', '2026-11-18': 'announced' }))

  test('is of the missing days by default, and --dry-run only shows the estimate', async () => {
    const { exit, stdout } = await admin('backfill', '--dry-run')
    expect(exit).toBe(0)
    expect(stdout).toBe('days      2026-11-17 to 2026-11-20\nmissing   3\nrequests  about 4\ntime      about 20 s\n')
    const json = await admin('backfill', '--dry-run', '--json', '--from', '2026-11-19')
    expect(JSON.parse(json.stdout)).toEqual({
      from: '2026-11-19',
      until: '2026-11-20',
      days: 2,
      requests: 2,
      seconds: 10,
    })
    expect(await jobs()).toEqual([])
  })

  test('starts after the estimate was shown and “yes” was typed', async () => {
    const no = await adminTypes('backfill', '--detach')
    await no.until(/missing +3\s+requests +about 4/)
    await no.until(/Type “yes” to go on: /)
    no.type('no\n')
    expect(await no.exited).toBe(130)
    expect(await jobs()).toEqual([])
    const yes = await adminTypes('backfill', '--detach')
    await yes.until(/Type “yes” to go on: /)
    yes.type('yes\n')
    expect(await yes.exited).toBe(0)
    const [job] = await jobs()
    expect(await findJob(job?.id ?? '')).toMatchObject({ input: { from: '2026-11-17', until: '2026-11-20' } })
  })

  test('needs --yes in a script, and exits with 5 while one is open', async () => {
    expect(await admin('backfill')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('Add --yes.'),
    })
    const started = await admin('backfill', '--from', '2026-11-17', '--until', '2026-11-17', '--yes', '--detach')
    expect(started.exit).toBe(0)
    expect(await findJob(started.stdout.trim())).toMatchObject({ input: { from: '2026-11-17', until: '2026-11-17' } })
    expect((await admin('backfill', '--yes', '--detach')).exit).toBe(5)
  })

  test('has nothing to do when no day is missing', async () => {
    await recordLedger('2026-11-16', { '2026-11-17': 'announced', '2026-11-19': 'announced', '2026-11-20': 'empty' })
    const { exit, stdout, stderr } = await admin('backfill', '--yes')
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' })
    expect(stderr).toContain('No day is missing.')
    expect(await jobs()).toEqual([])
  })
})

describe('The sources', () => {
  test('show how many days are missing, in 80 columns', async () => {
    await recordLedger('2026-11-16', { '2026-11-16': 'announced' })
    const screen = await adminTypes('sources')
    expect(await screen.exited).toBe(0)
    const lines = readScreen(screen.text()).trimEnd().split('\n')
    expect(lines[0]).toMatch(/^SOURCE +STATE +LAST SUCCESS .*MISSING DAYS/)
    expect(lines[1]).toMatch(/^arxiv +stale .* 4( |$)/)
    expect(lines[2]).toMatch(/^crossref +ok .* -( |$)/)
    expect(lines.at(-1)).toBe('Days are missing. See which: paperdawn admin days')
    expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
  })

  test('can be shown, changed and reset', async () => {
    const shown = JSON.parse((await admin('sources', 'show', 'arxiv', '--json')).stdout) as SourceSettings
    expect(shown).toMatchObject({ id: 'arxiv', enabled: true, gap_ms: 0 })
    const rss = 'https://mirror.example.org/arxiv'
    const set = await admin('sources', 'set', 'arxiv', '--disabled', '--gap', '5000', '--rss-url', rss)
    expect(set.exit).toBe(0)
    expect(set.stdout).toMatch(/^enabled +no$/m)
    expect(set.stdout).toMatch(/^pause +5000 ms \(default: 0 ms\)$/m)
    expect(set.stdout).toContain(`${rss} (default: ${shown.addresses['rss']})`)
    const reset = await admin('sources', 'set', 'arxiv', '--enabled', '--reset', '--gap', '100', '--json')
    expect(JSON.parse(reset.stdout)).toEqual({ ...shown, gap_ms: 100, gap_in_force_ms: 100 })
    expect((await admin('audit')).stdout).toContain('source-settings')
  })

  test('are tested at their addresses, or at others before they are saved', async () => {
    const good = await admin('sources', 'test', 'arxiv')
    expect(good.exit).toBe(0)
    expect(good.stdout).toMatch(/^rss +answers +[\d.]+ s/m)
    const wrong = await admin('sources', 'test', 'arxiv', '--oai-url', 'http://127.0.0.1:9', '--json')
    expect(wrong.exit).toBe(1)
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      ok: false,
      items: [{ ok: true }, { interface: 'oai', address: 'http://127.0.0.1:9', ok: false }, { ok: true }],
    })
  })

  test('can be fetched one by one', async () => {
    const off = await admin('fetch-all', '--source', 'nowhere')
    expect(off.exit).toBe(2)
    expect(off.stderr).toContain('There is no source “nowhere” that announces papers or knows more about them.')
    const one = await admin('fetch-all', '--source', 'arxiv', '--detach', '--json')
    expect(one.exit).toBe(0)
  })

  test('of which nothing is followed say that they are asked on demand, and can be changed and reset, too', async () => {
    const wide = (await admin('sources')).stdout.split('\n')
    expect(wide.find((line) => line.startsWith('crossref'))).toMatch(
      /^crossref +ok +.* on demand .* look-up, journals, notices /,
    )
    const own = async (...args: string[]) =>
      JSON.parse((await admin('sources', ...args, '--json')).stdout) as SourceSettings
    const before = await own('show', 'crossref')
    const api = 'https://mirror.example.org'
    expect(await own('set', 'crossref', '--api-url', api)).toMatchObject({ addresses: { api } })
    expect(await own('set', 'crossref', '--reset')).toEqual(before)
  })

  test('reject what is wrong with the exit code of usage, and an unknown source as not found', async () => {
    expect((await admin('sources', 'set', 'arxiv')).stderr).toContain('No setting to change was given.')
    const wrong = await admin('sources', 'set', 'arxiv', '--rss-url', 'http://mirror.example.org')
    expect(wrong.exit).toBe(2)
    expect(wrong.stderr).toContain('why: invalid-input: addresses.rss: The address must begin with https://.')
    expect((await admin('sources', 'show', 'nowhere')).exit).toBe(3)
  })
})
