import { expect, test } from 'bun:test'
import { paperId } from '#tests/api/support/library.ts'
import { storeNamesakes } from '#tests/api/support/namesakes.ts'
import { useTerminal } from './terminal.ts'

const { run, as, tokenOf } = useTerminal()
const ada = async (...args: string[]) => run(args, { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

test('Followed authors are listed, judged and given an iD', async () => {
  await storeNamesakes()
  expect(await ada('people')).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringContaining('no author') })
  await as('ada').users.me.put({ category_ids: ['cs.LG'], interests: { authors: ['Wei Wang'] } })
  expect((await ada('people', 'list')).stdout).toMatch(/Wei Wang +0 +0 +8/)
  expect((await ada('people', 'list', 'Wei Wang')).stdout).toContain(paperId(14))
  expect((await ada('people', 'list', 'Fang Wang')).exit).toBe(3)

  expect(await ada('people', 'judge', 'Wei Wang', paperId(1), 'perhaps')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('not one of yes, no and none'),
  })
  expect((await ada('people', 'judge', 'Fang Wang', paperId(1), 'yes')).exit).toBe(3)
  const judged = await ada('people', 'judge', 'Wei Wang', paperId(1), 'yes')
  expect(judged).toMatchObject({ exit: 0, stdout: 'Wei Wang: 4 theirs, 4 by namesakes, 0 unsure\n' })
  expect((await ada('people', 'list', 'Wei Wang')).stdout).toBe('Wei Wang: 4 theirs, 4 by namesakes, 0 unsure\n')
  const back = await ada('people', 'judge', 'Wei Wang', paperId(1), 'none', '--json')
  expect(JSON.parse(back.stdout)).toMatchObject({ author: 'Wei Wang', unsure: 8, judged: [] })

  const wrong = await ada('people', 'orcid', 'Wei Wang', '0000-0002-1825-0098')
  expect([wrong.exit, wrong.stderr]).toEqual([2, expect.stringContaining('not an ORCID iD')])
  const given = await ada('people', 'orcid', 'Wei Wang', '0000-0002-1825-0097', '--json')
  expect(JSON.parse(given.stdout)).toMatchObject({ orcid: '0000-0002-1825-0097' })
  expect((await ada('people')).stdout).toContain('0000-0002-1825-0097')
  expect(JSON.parse((await ada('people', 'orcid', 'Wei Wang', 'none', '--json')).stdout)).toMatchObject({ orcid: null })
})
