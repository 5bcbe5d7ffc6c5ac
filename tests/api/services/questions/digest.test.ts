import { afterEach, expect, test } from 'bun:test'
import { kinds } from '#api/jobs/kinds.ts'
import { setClock } from '#api/platform/clock.ts'
import { log } from '#api/platform/log.ts'
import { prepareDigest } from '#api/services/digests/prepareMails.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { answering, other, QUESTION, storeBackground, TODAY } from '#tests/api/support/questions.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { useApp } from '#tests/support/app.ts'

const { as, product } = useApp()
const { me } = as('ada').users
afterEach(() => setClock(null))

async function mail() {
  await kinds.deliver({ product, input: { day: TODAY }, run: createJobContext() })
  const user = (await findUserByUid('uid-ada'))!
  return (await prepareDigest(product, user, { day: TODAY, announced_on: TODAY, log }))?.body
}

test('A digest has what the questions found, with the question, in both forms', async () => {
  setClock(new Date(`${TODAY}T12:00:00Z`))
  await storeBackground()
  await me.put({ category_ids: ['math.AG'] })
  const text = `${QUESTION} <b>"now"</b>`
  const { data } = await me.questions.post({ text })
  await announcePapers(TODAY, [answering(1), other(2)])
  const body = await mail()
  expect(body?.text).toContain('Your questions')
  expect(body?.text).toContain('Calibrated lanterns for herons, part 1')
  expect(body?.text).toContain(text)
  expect(body?.html).toContain('Calibrated lanterns for herons, part 1')
  expect(body?.html).not.toContain('<b>"now"</b>')
  await me.put({ interests: { muted_terms: ['herons'] } })
  expect((await mail())?.text ?? '').not.toContain('Your questions')
  await me.put({ interests: { muted_terms: [] } })
  await me.questions({ id: data!.id }).delete()
  expect((await mail())?.text ?? '').not.toContain('Your questions')
})
