import { expect, test } from 'bun:test'
import { ARTICLE, article, bring, preprint, PREPRINT } from '#tests/api/services/joining/joinedWorld.ts'
import { useTerminal } from './terminal.ts'

const { run, asAdmin, product } = useTerminal()
const admin = async (...args: string[]) => run(['admin', 'duplicates', ...args], { env: await asAdmin() })
const stranger = { title: 'Tides in salt marshes', authors: [{ name: 'Ilse Brackwater' }], links: [] }

test('an admin lists, parts and joins records in the terminal', async () => {
  expect(await admin()).toMatchObject({ exit: 0, stdout: '', stderr: 'Nothing is waiting for a decision.\n' })
  await bring(product, preprint(), article())
  const { stdout } = await admin('list', '--merges')
  expect(stdout).toMatch(/^AT +RECORD +OTHER RECORD +TITLES +WHY/)
  expect(stdout).toMatch(new RegExp(`${PREPRINT} +${ARTICLE} +100 % +declared by`))

  const parted = await admin('part', PREPRINT, ARTICLE, '--reason', 'another experiment')
  expect(parted.stdout.split('\n').toSorted().join(' ').trim()).toBe(`${PREPRINT}: ${PREPRINT} ${ARTICLE}: ${ARTICLE}`)
  expect((await admin('list', '--merges')).stdout).toContain('undone: declared by')

  expect(await admin('join', PREPRINT, ARTICLE)).toMatchObject({
    exit: 0,
    stdout: `${PREPRINT}: ${PREPRINT}, ${ARTICLE}\n`,
  })
})

test('the terminal lists what is waiting for a decision, and says what is missing', async () => {
  await bring(product, article(stranger), preprint('2026-11-18', { doi: ARTICLE.slice(4) }))
  expect((await admin()).stdout).toContain('declared by the authors')
  expect((await admin('join', PREPRINT, 'arxiv:2611.99999')).exit).toBe(3)
  expect((await admin('part', PREPRINT, ARTICLE)).exit).toBe(2)
})
