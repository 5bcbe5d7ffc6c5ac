import { expect, test } from 'bun:test'
import type { Strands } from '#api/contract/strands.ts'
import { paperId } from '#tests/api/support/library.ts'
import { storeComparable } from '#tests/api/support/subjects.ts'
import { useTerminal } from './terminal.ts'

const { run, as, tokenOf } = useTerminal()
const ada = async (...args: string[]) => run(['interests', ...args], { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

const item = (id: string, name: string, numbers: number[]) => ({
  id,
  name,
  paper_ids: numbers.map(paperId),
  share: null,
  paused: false,
})

async function keepTwo(): Promise<void> {
  await storeComparable('2026-11-20')
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  for (let number = 1; number <= 5; number += 1)
    await as('ada').users.me['reading-list'].post({ paper_id: paperId(number) })
  await as('ada').users.me.strands.put({ items: [item('a', 'Herons', [1, 2]), item('b', 'Owls', [3, 4])] })
}

test('Interests are listed, weighed, renamed, paused, merged, split and removed', async () => {
  expect(await ada()).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringContaining('Save papers of two') })
  await keepTwo()
  expect((await ada('list')).stdout).toMatch(
    /Herons +apart +40 % +2 +a\nOwls +apart +40 % +2 +b\nMolten glass.* +proposed +1 /,
  )
  expect((await ada('list', 'herons')).stdout).toContain('Wading herons')
  expect((await ada('list', 'Gulls')).exit).toBe(3)

  const weighed = await ada('set', 'Herons', '--share', '20', '--name', 'Wading birds', '--add', paperId(5))
  expect(weighed).toMatchObject({ exit: 0, stdout: 'Wading birds: apart, 20 % of the list, 3 papers\n' })
  expect((await ada('set', 'Wading birds', '--pause')).stdout).toBe('Wading birds: paused, 0 % of the list, 3 papers\n')
  const resumed = await ada('set', 'a', '--resume', '--share', 'auto', '--take-out', paperId(5), '--json')
  expect(resumed.stderr).toBe('')
  expect(JSON.parse(resumed.stdout)).toMatchObject({ share_set: false, paused: false, papers: 2 })
  const wrong = [
    await ada('set', 'a', '--share', '120'),
    await ada('set', 'a', '--pause', '--resume'),
    await ada('set', 'a'),
    await ada('merge', 'a', 'a'),
  ]
  expect(wrong.map(({ exit }) => exit)).toEqual([2, 2, 2, 2])

  expect((await ada('merge', 'Wading birds', 'Owls')).stdout).toBe('Wading birds: apart, 80 % of the list, 4 papers\n')
  const split = JSON.parse((await ada('split', 'a', '--json')).stdout) as Strands
  const parts = split.items.filter(({ from }) => from === 'named')
  expect(parts).toHaveLength(2)
  expect(parts.flatMap(({ paper_ids }) => paper_ids).toSorted()).toEqual([1, 2, 3, 4].map(paperId))
  expect((await ada('remove', 'a')).stdout).toBe('Kept apart no longer: Wading birds\n')
  const [, glass = ''] = /^(Molten glass.*?) +proposed/m.exec((await ada('list')).stdout) ?? []
  expect((await ada('keep', glass)).stdout).toMatch(/^Molten glass.*: apart, \d+ % of the list, 1 paper\n$/)
})
