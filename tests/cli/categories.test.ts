import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { addDays, dayIn } from '#api/platform/clock.ts'
import { simGrouped, simJournal } from '#tests/simulators/simWorks.ts'
import { startArxiv, startCrossref } from './arxiv.ts'
import { readScreen, useTerminal } from './terminal.ts'

const { simulator: arxiv, sources } = startArxiv('2026-11-18')
const { simulator: crossref, crossref: source } = startCrossref([])
sources.set('crossref', source)
const { run, type, as, tokenOf } = useTerminal({ sources })
beforeEach(() => {
  crossref.journals = [
    simJournal(),
    simJournal({ title: 'Letters of Nowhere and of the Imaginary Societies around It', ISSN: ['9999-9978'] }),
  ]
})
afterAll(() => Promise.all([arxiv.stop(), crossref.stop()]))

const VISION = 'journal.9999-9994'
const adas = async () => ({ PAPERDAWN_TOKEN: await tokenOf('ada') })
const followedIds = async () => (await as('ada').auth.me.get()).data?.category_ids
const ada = async (...args: string[]) => run(args, { env: await adas() })

describe('The commands for what a reader follows', () => {
  test('find a journal by words, follow it by its ISSN, list it and stop following it', async () => {
    const none = await ada('categories')
    expect(none).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringContaining('paperdawn categories ') })
    const found = await ada('categories', 'imaginary', 'vision')
    expect(found.exit).toBe(0)
    expect(found.stdout).toMatch(/^journal +journal\.9999-9994 +Journal of Imaginary Vision +[\d.]+ +Nowhere Press$/m)
    expect(await ada('follow', '99999994')).toMatchObject({
      exit: 0,
      stdout: `Followed: Journal of Imaginary Vision (${VISION})\n`,
    })
    expect(await followedIds()).toEqual([VISION])
    expect((await ada('follow', '9999-9986')).stdout).toStartWith('You follow it already: Journal of Imaginary Vision')
    expect((await ada('categories', 'vision')).stdout).toMatch(/^journal +journal\.9999-9994 .* yes /m)
    const list = await ada('categories')
    expect(list.stdout).toMatch(/^KIND +CODE +NAME +A DAY +DETAIL\n/)
    expect(list.stdout).toMatch(
      /^journal +journal\.9999-9994 +Journal of Imaginary Vision .*Nowhere Press · ISSN 9999-9994/m,
    )
    expect(await ada('unfollow', '9999-9986')).toMatchObject({ exit: 0, stdout: `Not followed any more: ${VISION}\n` })
    expect(await followedIds()).toEqual([])
    expect(await ada('unfollow', VISION)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('You do not follow'),
    })
  })

  test('find subjects of a preprint server by its name, and follow one by its code', async () => {
    crossref.works.push(...simGrouped(14, addDays(dayIn('UTC', new Date()), -3), 'Social Sciences'))
    const found = await ada('categories', 'preprints.org', 'social')
    expect(found.stdout).toMatch(/^subject +preprintsorg\.social-sciences +Social Sciences +1 +Preprints\.org$/m)
    expect((await ada('follow', 'PreprintsOrg.social-sciences')).stdout).toBe(
      'Followed: Social Sciences (preprintsorg.social-sciences)\n',
    )
    expect(await followedIds()).toEqual(['preprintsorg.social-sciences'])
    const unknown = await ada('follow', 'preprintsorg.alchemy')
    expect(unknown.exit).not.toBe(0)
    expect(unknown.stderr).toContain('has the subject “preprintsorg.alchemy” at Preprints.org')
    expect((await ada('unfollow', 'preprintsorg.social-sciences')).exit).toBe(0)
  })

  test('follow categories and servers by their codes, in any case, and by the prefix of DOIs', async () => {
    await ada('follow', 'CS.lg')
    await ada('follow', '10.26434')
    await ada('follow', 'biorxiv.neuroscience')
    expect(await followedIds()).toEqual(['cs.LG', 'chemrxiv', 'biorxiv.neuroscience'])
    const { stdout } = await ada('categories', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      items: [
        { kind: 'taxonomy', source: 'arxiv', code: 'cs.LG', followed: true },
        { kind: 'server', source: 'crossref', code: 'chemrxiv', name: 'ChemRxiv', followed: true },
        { kind: 'taxonomy', source: 'biorxiv', code: 'biorxiv.neuroscience', followed: true },
      ],
      total: 3,
    })
    expect((await ada('unfollow', 'ChemRxiv', '--json')).stdout).toContain('"code": "chemrxiv"')
    expect(await followedIds()).toEqual(['cs.LG', 'biorxiv.neuroscience'])
  })

  test('refuse what there is not, and say why', async () => {
    expect(await ada('follow', 'cs.XX')).toMatchObject({ exit: 3, stderr: expect.stringContaining('“cs.XX”') })
    const digit = await ada('follow', '9999-9995')
    expect(digit).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('“9999-9995” is no ISSN') })
    const unknown = await ada('follow', '9999-996X')
    expect(unknown.exit).toBe(2)
    expect(unknown.stderr).toContain('Crossref has no journal with the ISSN 9999-996X')
    expect((await ada('follow', '10.9999')).exit).toBe(2)
    expect((await run(['categories'])).exit).toBe(4)
    expect(await followedIds()).toEqual([])
  })

  test('are done in part when Crossref cannot be asked', async () => {
    crossref.onRequest = () => new Response('down', { status: 503 })
    try {
      const found = await ada('categories', 'neurology')
      expect(found.exit).toBe(7)
      expect(found.stdout).toContain('medrxiv.neurology')
      expect(found.stderr).toContain('warning: ')
      expect((await ada('follow', '9999-9978')).exit).toBe(1)
      expect(await followedIds()).toEqual([])
    } finally {
      crossref.onRequest = null
    }
  })

  test('fit into 80 columns', async () => {
    await ada('follow', '9999-9978')
    const screens = await Promise.all(
      [['categories'], ['categories', 'nowhere'], ['categories', 'biology'], ['categories', 'therapy']].map(
        async (args) => type(args, { env: await adas() }),
      ),
    )
    for (const screen of screens) {
      expect(await screen.exited).toBe(0)
      const lines = readScreen(screen.text()).trimEnd().split('\n')
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.filter((line) => line.length > 80)).toEqual([])
      expect(lines[0]).toContain('CODE')
    }
    const help = await Promise.all(['categories', 'follow', 'unfollow'].map((name) => run([name, '--help'])))
    expect(help.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line.length > 80)).toEqual([])
  })
})
