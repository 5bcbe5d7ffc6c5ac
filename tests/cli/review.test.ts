import { afterEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { save, startReader } from '#tests/api/support/reviews.ts'
import { useTerminal } from './terminal.ts'

const { run, as, tokenOf } = useTerminal()
const list = async (...args: string[]) => run(['list', ...args], { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

/** Two papers that were saved in September, and one of the week until 22 November. */
async function fill(): Promise<void> {
  await startReader({ as }, '2026-08-01T12:00:00Z')
  await storePapers([1], { title: 'Counting herons', comment: '5 pages' })
  await storePapers([2], { title: 'Graph beacons' })
  await storePapers([3], { title: 'Slow \u001B[31mstoves' })
  await save({ as }, '2026-09-01T12:00:00Z', 1)
  await save({ as }, '2026-09-02T12:00:00Z', 2)
  await save({ as }, '2026-11-18T12:00:00Z', 3, { notes: 'look again' })
  setClock(new Date('2026-11-24T12:00:00Z'))
}
afterEach(() => setClock(null))

describe('paperdawn list review', () => {
  test('prints the sections with their papers, and what was never opened', async () => {
    await fill()
    const { stdout, exit } = await list('review')
    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^2026-11-16 to 2026-11-22 \(UTC\)\n\nSaved and noted\nYou saved 1 paper and wrote a note on 1 paper\./,
    )
    expect(stdout).toContain(`  ${paperId(3)} Slow`)
    expect(stdout).not.toContain('\u001B')
    expect(stdout).toContain('Your minutes\nNo reading time was measured.')
    expect(stdout).toMatch(
      new RegExp(`Never opened, and waiting longest\n  ${paperId(1)} Counting herons \\(Saved on Tue 1 Sept 2026\\)\n`),
    )
  })

  test('prints the whole answer as JSON, of any week that is over', async () => {
    await fill()
    const { stdout } = await list('review', '--week', '2026-09-06', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ from: '2026-08-31', until: '2026-09-06', saved: { saved: 2, noted: 0 } })
  })

  test('says that a week is not over, and refuses what is no day', async () => {
    await fill()
    const early = await list('review', '--week', '2026-11-24')
    expect(early.exit).toBe(2)
    expect(early.stderr).toContain('The week that ends on 2026-11-24 is not over yet.')
    expect((await list('review', '--week', 'sunday')).exit).toBe(2)
  })
})

describe('paperdawn list plan', () => {
  test('prints what to read today, then what comes after', async () => {
    await fill()
    const { stdout, exit } = await list('plan')
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^Today: \d papers?, about \d+ minutes\.\n\nTODAY +ID +TITLE +TIME\n/)
    expect(stdout).toMatch(new RegExp(`${paperId(1)} +Counting herons +15 minutes · waits for 12 weeks`))
    const { waiting } = JSON.parse((await list('plan', '--json')).stdout)
    expect(waiting).toBe(3)
  })

  test('of an empty list is a sentence', async () => {
    await startReader({ as }, '2026-08-01T12:00:00Z')
    expect((await list('plan')).stdout).toBe('No paper on your list waits to be read.\n')
  })
})
