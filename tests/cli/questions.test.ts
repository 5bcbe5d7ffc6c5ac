import { expect, test } from 'bun:test'
import { storeBackground, answering, answerId, QUESTION, TODAY } from '#tests/api/support/questions.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { useTerminal } from './terminal.ts'

const { run, tokenOf } = useTerminal()
const ada = async (...args: string[]) => run(args, { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

test('Questions are asked, answered, judged and removed', async () => {
  await storeBackground()
  await announcePapers(TODAY, [answering(1)])
  const none = await ada('questions')
  expect(none).toMatchObject({ exit: 0, stdout: '', stderr: expect.stringContaining('paperdawn questions add') })
  expect((await ada('questions', 'add', 'does', 'anyone')).exit).toBe(2)
  const added = JSON.parse((await ada('questions', 'add', ...QUESTION.split(' '), '--json')).stdout) as { id: string }
  const found = await ada('questions', 'answers', '--day', TODAY)
  expect(found.stdout).toContain(answerId(1))
  expect(JSON.parse((await ada('questions', 'answers', '--day', TODAY, '--json')).stdout)).toMatchObject({
    day: TODAY,
    items: [{ question: { id: added.id }, answers: [{ paper: { id: answerId(1) } }] }],
  })
  expect((await ada('questions', 'answers', '--day', '2020-01-01')).stdout).toBe('Nothing on this day.\n')
  expect((await ada('questions', 'judge', added.id, answerId(1), 'perhaps')).exit).toBe(2)
  const judged = await ada('questions', 'judge', added.id, answerId(1), 'yes')
  expect(judged).toMatchObject({ exit: 0, stdout: 'Judged: yes. Right so far: 1 of 1\n' })
  expect((await ada('questions')).stdout).toMatch(/needs examples +1 of 1/)
  expect((await ada('questions', 'judge', added.id, 'arxiv:2611.99999', 'yes')).exit).toBe(3)
  expect((await ada('questions', 'remove', added.id)).stdout).toBe(`Removed: ${added.id}\n`)
  expect((await ada('questions', 'remove', added.id)).exit).toBe(3)
})
