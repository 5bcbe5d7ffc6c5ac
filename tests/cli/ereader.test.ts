import { afterAll, expect, test } from 'bun:test'
import { setUpMail } from '#tests/api/support/digests.ts'
import { readCode, startReceiver } from '#tests/api/support/ereader.ts'
import { useTerminal } from './terminal.ts'

const receiver = await startReceiver()
const { run, as, tokenOf } = useTerminal()
afterAll(() => receiver.stop())
const DEVICE = 'ada_42@kindle.example'
const signedIn = async () => ({ env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })
const state = async () => (await as('ada').users.me.connections.ereader.get()).data!.ereader?.state

test('An e-reader is set, tested, confirmed, listed and removed in the terminal', async () => {
  await setUpMail(as, receiver)
  const missing = await run(['connections', 'set', 'ereader'], await signedIn())
  expect(missing).toMatchObject({ exit: 2, stderr: expect.stringContaining('--at') })
  const set = await run(['connections', 'set', 'ereader', '--at', DEVICE], await signedIn())
  expect(set).toMatchObject({ exit: 0, stdout: `E-reader ${DEVICE}: waits for the code of a test.\n` })
  expect(set.stderr).toContain('Allow mail from digest@papers.example.org')
  expect(await run(['connections', 'test', 'ereader'], await signedIn())).toMatchObject({ exit: 0 })
  const wrong = await run(['connections', 'confirm', 'I0'], await signedIn())
  expect(wrong).toMatchObject({ exit: 2, stderr: expect.stringContaining('Tries left: 4.') })
  const code = readCode(receiver.booksTo(DEVICE)[0]!)
  const confirmed = await run(['connections', 'confirm', code], await signedIn())
  expect(confirmed).toMatchObject({ exit: 0, stdout: `E-reader ${DEVICE}: on.\n` })
  expect((await run(['connections'], await signedIn())).stderr).toContain(`E-reader ${DEVICE}: on.`)
  expect((await run(['connections', 'remove', 'ereader'], await signedIn())).exit).toBe(2)
  expect(await state()).toBe('on')
  const removed = await run(['connections', 'remove', 'ereader', '--yes'], await signedIn())
  expect(removed).toMatchObject({ exit: 0, stdout: 'Removed your e-reader.\n' })
  expect(await state()).toBeUndefined()
})
