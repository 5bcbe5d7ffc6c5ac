import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { saveCitations } from '#api/store/papers/citingPapers.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { harbour, harbourRevised } from '#tests/simulators/harbourText.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { readScreen, useTerminal } from './terminal.ts'

const { simulator, sources } = simulateArxiv()
const { run, type, tokenOf } = useTerminal({ sources })
const DAY = '2026-11-18'

const asReader = async () => ({ PAPERDAWN_TOKEN: await tokenOf('ada') })
const changes = async (...args: string[]) => run(['papers', 'changes', ...args], { env: await asReader() })

beforeEach(async () => {
  simulator.onRequest = null
  for (const [version, title] of [
    [2, 'Lanterns in $x^2$ fog'],
    [3, 'Lanterns in $x^3$ haze \u001B[31m'],
  ] as const)
    await announcePapers(DAY, [{ number: 1, changes: { version, title, announce_type: 'replace' } }])
})
afterAll(() => simulator.stop())

describe('What changed in a paper', () => {
  test('is printed with brackets when it is redirected, and as JSON', async () => {
    const { exit, stdout } = await changes(idOf(1))
    expect(exit).toBe(0)
    expect(stdout).toBe(
      'Version 2 to version 3: Only the title changed.\n\ntitle\nLanterns in [-$x^2$ fog-] {+$x^3$ haze [31m+}\n',
    )
    expect(JSON.parse((await changes('2611.90001v3', '--json')).stdout)).toMatchObject({
      from: 2,
      to: 3,
      fields: [{ field: 'title', parts: [{ op: 'same' }, { op: 'removed' }, { op: 'added' }] }],
    })
  })

  test('is followed by how many new papers cite a saved one', async () => {
    const env = await asReader()
    await run(['list', 'add', idOf(1)], { env })
    const citing = { source_id: 'c'.repeat(40), title: 'Lanterns recounted', ids: [], on: '2999-01-01' }
    const record = { asked_at: new Date(), since: '2026-11-18', is_cut: false, requests: 1 }
    await saveCitations({ _id: idOf(1), citing: [citing], ...record })
    expect((await changes(idOf(1), '--from', '2')).stderr).toContain('Cited by 1 new paper since you saved it')
    expect(JSON.parse((await changes(idOf(1), '--from', '2', '--json')).stdout)).toMatchObject({ from: 2, to: 3 })
  })

  test('is coloured on a terminal', async () => {
    const screen = type(['papers', 'changes', idOf(1)], { env: { ...(await asReader()), TERM: 'xterm' } })
    expect(await screen.exited).toBe(0)
    expect(screen.text()).toContain('\u001B[31m$x^2$ fog\u001B[39m')
    expect(screen.text()).toContain('\u001B[32m$x^3$ haze')
    expect(readScreen(screen.text())).not.toContain('[-')
    const plain = type(['papers', 'changes', idOf(1), '--no-color'], { env: await asReader() })
    expect(await plain.exited).toBe(0)
    expect(readScreen(plain.text())).toContain('[-$x^2$ fog-]')
  })

  test('is asked for at the source, which is said when it takes long', async () => {
    setClock(new Date('2026-11-20T12:00:00Z'))
    const versions = [16, 17, 18].map((day) => ({ at: new Date(`2026-11-${day}T10:00:00Z`) }))
    simulator.papers.push(simPaper({ id: '2611.90001', title: 'Beacons', versions }))
    const { promise, resolve } = Promise.withResolvers<void>()
    simulator.onRequest = async (_, correct) => {
      await promise
      return correct()
    }
    const screen = type(['papers', 'changes', idOf(1), '--from', '1', '--to', '2'], { env: await asReader() })
    await screen.until(/Asking arXiv for version 1…/)
    resolve()
    await screen.until(/Version 1 to version 2: /)
    expect(await screen.exited).toBe(0)
    setClock(null)
  })

  test('is refused for versions that do not exist', async () => {
    expect(await changes(idOf(1), '--to', '9')).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('no version 9'),
    })
    expect((await changes(idOf(1), '--from', '0')).exit).toBe(2)
    expect((await changes(idOf(1), '--from', '3', '--to', '2')).exit).toBe(2)
  })

  test('in its text is printed by sections, as text and as JSON', async () => {
    simulator.texts.set('2611.90001v2', harbour).set('2611.90001v3', harbourRevised)
    const { exit, stdout, stderr } = await changes(idOf(1), '--text')
    expect(exit).toBe(0)
    expect(stderr).toContain('arXiv is asked for both versions, one at a time.')
    const blocks = stdout.trim().split('\n\n')
    expect(blocks).toContain(
      '2 Method (changed: 2 words added, 2 removed)\n' +
        String.raw`The count of $n$ lanterns takes [-$O(n^2)$-] {+$O(n \log n)$+} steps. See Section # for the data.` +
        '\n' +
        String.raw`$x=\frac{1}{2}$` +
        '\nnight; lanterns\n1; [-12-] {+14+}\nFigure #: The harbour at night.',
    )
    expect(blocks).toContain('2.1 Who counts (the same text, was “Keepers”)')
    expect(blocks.at(-1)).toBe('The same: Abstract; 1 Introduction; 4 Data')
    expect(JSON.parse((await changes(idOf(1), '--text', '--json')).stdout)).toMatchObject({ from: 2, to: 3 })
    simulator.texts.clear()
    expect(await changes(idOf(1), '--text')).toMatchObject({ exit: 3, stderr: expect.stringContaining('no HTML') })
  })

  test('says of a paragraph that moved to another section where it was, and where it is', async () => {
    const crews =
      'The lanterns of the outer harbour are lit by the crews of the boats, who tell the keepers how many of them were lit ' +
      'before the last ferry of the day left the harbour, and on which nights.'
    const [method, data] = ['We count the lanterns of the pier.', 'The counts are available.']
    simulator.texts
      .set('2611.90001v2', {
        sections: [
          { title: 'Method', text: [method, crews] },
          { title: 'Data', text: [data] },
        ],
      })
      .set('2611.90001v3', {
        sections: [
          { title: 'Method', text: [method] },
          { title: 'Data', text: [data, crews.replace('many of them were', 'many were')] },
        ],
      })
    const { stdout } = await changes(idOf(1), '--text')
    expect(stdout.trim().split('\n\n').slice(1)).toEqual([
      '1 Method (changed, 1 paragraph moved away)\nWe count the lanterns of the pier.\n' +
        `(moved to section 2 Data) {>${crews}<}`,
      '2 Data (changed, 1 paragraph moved here: 2 words removed)\nThe counts are available.\n' +
        `(moved from section 1 Method) ${crews.replace(/^.* many/, (start) => `{>${start}<}`).replace(' of them were', ' [-of them-] {>were')}<}`,
    ])
    simulator.texts.clear()
  })
})
