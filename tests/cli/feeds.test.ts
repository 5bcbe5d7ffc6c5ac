import { expect, test } from 'bun:test'
import { useTerminal } from './terminal.ts'

const { run, as, tokenOf } = useTerminal()
const signedIn = async () => ({ env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })
const list = async () => (await as('ada').users.me.feeds.get()).data!.items

test('The command for feeds makes, lists, renews and ends them', async () => {
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  const none = await run(['feeds'], await signedIn())
  expect(none).toMatchObject({ exit: 0, stderr: expect.stringContaining('You have no feed.') })
  const made = await run(['feeds', 'new', 'category', 'cs.LG'], await signedIn())
  const [feed] = await list()
  expect(made).toMatchObject({ exit: 0, stdout: `${feed!.address}\n` })
  // The same command prints the same address.
  expect(await run(['feeds', 'new', 'category', 'cs.LG'], await signedIn())).toMatchObject({ stdout: made.stdout })
  await run(['feeds', 'new', 'day'], await signedIn())
  const { stdout } = await run(['feeds', 'list'], await signedIn())
  expect(stdout).toContain('cs.LG Machine Learning')
  expect(stdout).toContain('papers of the day')

  const id = feed!.id.slice(0, 8)
  const asked = await run(['feeds', 'renew', id], await signedIn())
  expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining('--yes') })
  expect((await list())[0]!.address).toBe(feed!.address)
  const renewed = await run(['feeds', 'renew', id, '--yes'], await signedIn())
  expect(renewed).toMatchObject({ exit: 0, stdout: `${(await list())[0]!.address}\n` })
  expect((await list())[0]!.address).not.toBe(feed!.address)

  const ended = await run(['feeds', 'end', id, '--yes'], await signedIn())
  expect(ended).toMatchObject({ exit: 0, stdout: 'Ended: cs.LG Machine Learning.\n' })
  expect((await list()).map(({ kind }) => kind)).toEqual(['day'])
})

test('It says what cannot be: a kind, an unknown id, a category that is not followed, and why a feed has ended', async () => {
  expect((await run(['feeds', 'new', 'author'], await signedIn())).exit).toBe(2)
  expect((await run(['feeds', 'end', 'zz'], await signedIn())).exit).toBe(3)
  const refused = await run(['feeds', 'new', 'category', 'cs.LG'], await signedIn())
  expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('that you follow') })
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
  await run(['feeds', 'new', 'category', 'cs.LG'], await signedIn())
  await as('ada').users.me.put({ category_ids: [] })
  const { stdout } = await run(['feeds'], await signedIn())
  expect(stdout).toContain('You do not follow “cs.LG Machine Learning” any more.')
})
