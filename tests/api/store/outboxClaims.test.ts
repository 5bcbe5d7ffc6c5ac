import { expect, test } from 'bun:test'
import { findMail } from '#api/store/mail/outbox.ts'
import { claimMails, recordHandovers, releaseClaimsOf } from '#api/store/mail/outboxClaims.ts'
import { useOutbox } from '#tests/api/support/outboxes.ts'

const { queue } = useOutbox()
const LEASE_MS = 3_600_000

/** Claims two mails for this sender, and begins to hand the first one over. */
async function send(sender: string) {
  const [begun, waiting] = await Promise.all([queue(`${sender}-begun`), queue(`${sender}-waiting`)])
  const [claimed] = await claimMails(
    [begun, waiting].map(({ _id }) => ({ id: _id, jobId: 'job' })),
    { sender, leaseMs: LEASE_MS },
  )
  if (!claimed) throw new Error('the mail could not be claimed')
  await recordHandovers([{ _id: claimed._id, fence: claimed.fence }], LEASE_MS)
  return { begun: begun._id, waiting: waiting._id }
}

test('A sender that starts again ends its own claims, and leaves those of another process alone', async () => {
  const [here, there] = [await send('here'), await send('there')]
  expect((await releaseClaimsOf('here')).map(({ _id }) => _id)).toEqual([here.begun])
  expect(await findMail(here.begun)).toMatchObject({ state: 'uncertain' })
  expect(await findMail(there.begun)).toMatchObject({ state: 'handing-off', sender: 'there' })
  const wanted = [here.waiting, there.waiting, there.begun].map((id) => ({ id, jobId: 'other' }))
  const claims = await claimMails(wanted, { sender: 'here', leaseMs: LEASE_MS })
  expect(claims.map((row) => row?._id ?? null)).toEqual([here.waiting, null, null])
})
