import { beforeEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catchUp } from '#api/services/search/indexing.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { journalPaper, serverPaper } from '#tests/support/samples.ts'
import { readScreen, useTerminal } from './terminal.ts'

const { run, type, as, tokenOf, product } = useTerminal()
const DAY = '2026-11-18'
const TITLE = 'Counting herons from a moving boat with very little light, and what they do when nobody looks'

const asReader = async () => ({ PAPERDAWN_TOKEN: await tokenOf('ada') })
const papers = async (...args: string[]) => run(['papers', ...args], { env: await asReader() })

/** Runs it in a terminal of 80 columns. Returns its lines. */
async function linesOf(...args: string[]): Promise<string[]> {
  const screen = type(['papers', ...args], { env: await asReader() })
  expect(await screen.exited).toBe(0)
  return readScreen(screen.text()).trimEnd().split('\n')
}

beforeEach(async () => {
  await storePapers([1], { title: TITLE, abstract: `${'Herons stand still. '.repeat(20)}\u001B[31mred` })
  await storePapers([2], { title: 'Graph beacons', title_segments: [{ text: 'Graph beacons' }] })
  await recordDay(DAY)
  await catchUp(product)
  await as('ada').users.me.put({ category_ids: ['cs.LG'], interests: { keywords: ['beacons'] } })
})

describe('The commands for papers', () => {
  test('search by words and filters, in a table of 80 columns and as JSON', async () => {
    const lines = await linesOf('search', 'counting', 'herons')
    expect(lines[0]).toMatch(/^ID +ANNOUNCED +TITLE/)
    expect(lines[1]).toMatch(new RegExp(`^${paperId(1)} +\\d{4}-\\d{2}-\\d{2} +Counting herons from a moving boat .*…`))
    expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
    const piped = await papers('search', 'herons', '--category', 'cs.LG', '--from', '2020-01-01')
    expect(piped.stdout).toContain(TITLE)
    expect(JSON.parse((await papers('search', 'herons', '--json')).stdout)).toMatchObject({
      total: 1,
      items: [{ paper: { id: paperId(1) } }],
    })
    expect(await papers('search', 'herons', '--category', 'math.NA')).toMatchObject({ exit: 0, stdout: '' })
    expect((await papers('search', 'hreons', 'counting')).stderr).toContain('counting')
  })

  test('search, and say once that no paper was found', async () => {
    const none = (await papers('search', 'unheard')).stderr
    expect(none).toContain('No paper in the library has “unheard”.')
    expect(none).toEndWith('Nothing found.\n')
    expect(none.match(/no paper/gi)).toHaveLength(1)
    const filtered = (await papers('search', 'herons', '--from', '2099-01-01')).stderr
    expect(filtered).toBe('No paper has these words.\n')
  })

  test('search, and say how many papers have all words', async () => {
    await storePapers([3], { title: 'Graph herons' })
    await catchUp(product)
    const note = 'Papers with all words, which come first:'
    expect((await papers('search', 'herons')).stderr).not.toContain(note)
    expect((await papers('search', 'graph', 'herons')).stderr).toContain(`${note} 1 of 3.`)
  })

  test('search an index that is being built, and say so', async () => {
    await product.index.reset()
    const refused = await papers('search', 'herons')
    expect(refused.stderr).toContain('unavailable: The search index is being built.')
    expect(refused.exit).not.toBe(0)
    await catchUp(product)
    expect((await papers('search', 'herons')).stderr).not.toContain('being built')
  })

  test('show one, with its abstract in 80 columns and why it was shown', async () => {
    const screen = type(['papers', 'show', paperId(1)], { env: await asReader() })
    expect(await screen.exited).toBe(0)
    expect(screen.text()).not.toContain('\u001B[31m')
    const lines = readScreen(screen.text()).split('\n')
    expect(lines.slice(0, 2).join(' ')).toBe(TITLE)
    expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^on the list +no$/))
    expect(await papers('show', 'a title is no id')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Enter an arXiv id'),
    })
    expect((await papers('show', '10.1234/unknown')).exit).toBe(3)
  })

  test('show an article with its journal in place of the codes of it', async () => {
    const { id, published_at: _, updated_at: __, ...article } = journalPaper({ abstract: '', abstract_segments: [] })
    await storePapers([9], { ...article, _id: id })
    const { stdout } = await papers('show', '10.5555/jiv.2026.0042')
    expect(stdout).toMatch(/^categories +Journal of Imaginary Vision$/m)
    expect(stdout).toEndWith('No abstract from the publisher.\n')
    expect((await papers('recent')).stdout).toContain('Journal of Imaginary Vision')
    expect(stdout + (await papers('recent')).stdout).not.toContain('journal.9999')
  })

  test('show a preprint of medRxiv with its server, and what to take it for', async () => {
    const { id, published_at: _, updated_at: __, ...preprint } = serverPaper('medrxiv')
    await storePapers([9], { ...preprint, _id: id })
    await catchUp(product)
    const { stdout } = await papers('show', id)
    expect(stdout).toMatch(/^categories +medRxiv HIV\/AIDS$/m)
    expect(stdout).toMatch(/^source +medRxiv\. Preprint, not peer reviewed\. It should not guide clinical practice\.$/m)
    expect(stdout).toMatch(/^page +https:\/\/www\.medrxiv\.org\/content\//m)
    for (const query of ['cat:medrxiv.hiv-aids', 'cat:medRxiv'])
      expect((await papers('search', query)).stdout).toContain('medRxiv HIV/AIDS')
    expect((await papers('search', 'infection', '--category', 'medrxiv.hiv-aids')).stdout).toContain(id)
  })

  test('list those like one, and like a text of a file or of standard input', async () => {
    await storePapers([3, 4], { title: 'Harbour owls', abstract: 'Owls sit on beacons of the harbour.' })
    await catchUp(product)
    const lines = await linesOf('similar', paperId(3))
    expect(lines[0]).toMatch(/^ID +ANNOUNCED +TITLE/)
    expect(lines[1]).toMatch(new RegExp(`^${paperId(4)} .*Harbour owls`))
    const file = join(tmpdir(), `${crypto.randomUUID()}.txt`)
    await using _ = { [Symbol.asyncDispose]: () => rm(file, { force: true }) }
    await Bun.write(file, 'We count owls\nof the harbour.')
    const json = JSON.parse((await papers('similar', '--text-file', file, '--limit', '1', '--json')).stdout)
    expect(json).toMatchObject({ items: [{ paper: { title: 'Harbour owls' } }], total: 1, limit: 1 })
    const env = await asReader()
    const piped = (input: string) => run(['papers', 'similar', '--text-file', '-'], { env, input })
    expect((await piped('owls of the harbour')).stdout).toContain(paperId(4))
    expect(await piped('Zyxel qwopt.')).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: expect.stringContaining('too few'),
    })
    for (const [input, why] of [
      [' \n', 'contains no text'],
      ['%PDF\u0000', 'is not a text file'],
      ['x'.repeat(10_001), 'has 10,001 characters, of at most 10,000'],
    ] as const)
      expect(await piped(input)).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(why) })
    await product.index.reset()
    expect((await piped('owls of the harbour')).stderr).toContain('index is being built')
  })

  test('list those like exactly one thing', async () => {
    for (const args of [
      [],
      [paperId(1), '--text-file', '-'],
      ['--text-file', '/no/such/file'],
      [paperId(1), '--limit', '51'],
    ])
      expect(await papers('similar', ...args)).toMatchObject({ exit: 2, stdout: '' })
  })

  test('cite one in the format that was asked for', async () => {
    expect((await papers('cite', paperId(2))).stdout).toMatch(/^@\w+\{/)
    const { stdout } = await papers('cite', paperId(2), '--format', 'text', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ format: 'text', citation: expect.stringContaining('Graph beacons') })
    expect((await papers('cite', paperId(2), '--format', 'word')).exit).toBe(2)
  })

  test('list those of the last hours, and those for the reader with the reasons', async () => {
    expect(JSON.parse((await papers('recent', '--hours', '1', '--json')).stdout)).toMatchObject({ total: 2 })
    const lines = await linesOf('for-me')
    expect(lines[0]).toMatch(/^ID +TITLE +WHY$/)
    expect(lines[1]).toMatch(new RegExp(`^${paperId(2)} +Graph beacons +matches “beacons”`))
    expect(lines.filter((line) => Bun.stringWidth(line) > 80)).toEqual([])
  })

  test('name the followed search that brought a paper', async () => {
    await as('ada').users.me.put({ category_ids: [], interests: { keywords: [] } })
    await as('ada').categories.post({ name: 'Herons at night', query: 'herons' })
    await recordDay('2026-11-20')
    await as('ada').users.me.dashboard.get({ query: { day: '2026-11-20' } })
    const why = 'you follow the search “Herons at night”'
    expect((await papers('for-me')).stdout).toContain(why)
    expect((await papers('show', paperId(1))).stdout).toMatch(new RegExp(`^because +${why}$`, 'm'))
    expect(JSON.parse((await papers('for-me', '--json')).stdout).items[0].reasons).toEqual([
      { kind: 'topic', text: 'Herons at night' },
    ])
  })

  test('need a sign-in', async () => {
    for (const args of [['search', 'herons'], ['for-me'], ['cite', paperId(1)]])
      expect((await run(['papers', ...args])).exit).toBe(4)
  })
})
