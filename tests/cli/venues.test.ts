import { afterAll, expect, test } from 'bun:test'
import { simulateOpenreview } from '#tests/api/support/venues.ts'
import { EMAIL, PASSWORD, VENUE } from '#tests/simulators/openreview.ts'
import { startArxiv } from './arxiv.ts'
import { useTerminal } from './terminal.ts'

const { simulator: arxiv, sources } = startArxiv('2026-11-18')
const { simulator, openreview } = simulateOpenreview({
  readSettings: async () => ({ gap_ms: null, addresses: {}, key: `${EMAIL}:${PASSWORD}` }),
})
sources.set('openreview', openreview)
const { run, as, tokenOf } = useTerminal({ sources })
simulator.v2.venues = [VENUE, 'ICLR.cc/2027/Workshop/Lantern_Counting']
afterAll(() => Promise.all([arxiv.stop(), simulator.stop()]))

const ada = async (...args: string[]) => run(args, { env: { PAPERDAWN_TOKEN: await tokenOf('ada') } })

test('a venue is found by words, followed by its id, listed and not followed any more', async () => {
  const found = await ada('categories', 'ICLR', '2027')
  expect(found.exit).toBe(0)
  expect(found.stdout).toMatch(/^venue +openreview\.[\da-f]{16} +ICLR 2027 Conference +-$/m)
  expect((await ada('follow', '--venue', VENUE)).stdout).toMatch(
    /^Followed: ICLR 2027 Conference \(openreview\.[\da-f]{16}\)\n$/,
  )
  expect((await as('ada').auth.me.get()).data?.category_ids).toHaveLength(1)
  expect((await ada('categories')).stdout).toMatch(/^venue +openreview\.\w{16} +ICLR 2027 Conference .*ICLR\.cc/m)
  expect((await ada('unfollow', VENUE)).exit).toBe(0)
  expect((await as('ada').auth.me.get()).data?.category_ids).toEqual([])
})

test('a venue that there is not, and two things at once, are refused', async () => {
  const unknown = await ada('follow', '--venue', 'ICLR.cc/2031/Conference')
  expect(unknown).toMatchObject({ exit: 2, stderr: expect.stringContaining('has no venue with the id') })
  expect((await ada('follow', 'cs.LG', '--venue', VENUE)).stderr).toContain('Name one thing to follow')
  expect((await ada('follow')).stderr).toContain('Name one thing to follow')
})
