import { expect, test } from 'bun:test'
import { categorisePapers } from '#api/services/ingestion/processing.ts'
import { spreadNotices } from '#api/services/joining/spreadNotices.ts'
import { saveNotices } from '#api/store/papers/notices.ts'
import { createJobContext } from '#tests/api/support/jobContext.ts'
import { storeArticle } from '#tests/api/support/enriching.ts'
import { useTerminal } from './terminal.ts'

const { run, as, asAdmin, tokenOf, product } = useTerminal()
const DOI = '10.5555/jiv.2026.1'
const admin = async (...args: string[]) => run(['admin', 'notices', ...args], { env: await asAdmin() })
const reader = async (...args: string[]) => run(args, { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

/** Stores an article that was retracted, which "ada" saves. */
async function storeRetracted(): Promise<string> {
  const id = await storeArticle(1, 'We count lanterns.')
  await categorisePapers(product, createJobContext())
  await as('ada').users.me['reading-list'].post({ paper_id: id })
  const statement = { by: 'publisher' as const, on: '2026-11-19', url: `https://doi.org/${DOI}r`, reason: 'Data' }
  await saveNotices(
    'notice',
    [{ work: `doi:${DOI}`, kind: 'retracted', notice_work: `doi:${DOI}r`, ...statement }],
    '2026-11-20',
  )
  await spreadNotices()
  return id
}

test('a retraction is in the tables and with the paper in the terminal', async () => {
  const id = await storeRetracted()
  expect((await reader('list')).stdout).toContain('[Retracted] Paper 1 on lanterns')
  const shown = await reader('papers', 'show', id)
  expect(shown.stdout).toMatch(
    /notice +Retracted by the publisher on 19 Nov 2026: Data \(Crossref\), https:\/\/doi\.org\//,
  )
  const watch = await reader('list', 'watch')
  expect(watch.stdout).toMatch(new RegExp(`2026-11-19 +retracted +${id} +Paper 1 on lanterns`))
})

test('an admin lists, sets aside and restores notices in the terminal', async () => {
  expect(await admin()).toMatchObject({ exit: 0, stderr: 'No paper of the library has a notice.\n' })
  await storeRetracted()
  const { stdout } = await admin('list')
  expect(stdout).toMatch(/^ID +DAY +WHAT +DOI/)
  const noticeId = /^(\S{20}) +2026-11-19 +retracted/m.exec(stdout)?.[1] ?? ''
  expect((await admin('set-aside', noticeId)).exit).toBe(2)
  expect(await admin('set-aside', noticeId, '--reason', 'Another paper.')).toMatchObject({
    exit: 0,
    stdout: `Set aside: retracted, ${DOI}\n`,
  })
  expect((await reader('list')).stdout).not.toContain('[Retracted]')
  expect((await admin('list', '--set-aside')).stdout).toContain('Another paper.')
  expect(await admin('restore', noticeId)).toMatchObject({ exit: 0, stdout: `Restored: retracted, ${DOI}\n` })
  expect((await reader('list')).stdout).toContain('[Retracted]')
  expect((await admin('restore', 'unknown')).exit).toBe(3)
})

test('the list of what happened to saved papers says when nothing did', async () => {
  expect(await reader('list', 'watch')).toMatchObject({ exit: 0, stderr: 'Nothing happened to these papers.\n' })
})
