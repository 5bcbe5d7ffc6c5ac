import { expect, test } from 'bun:test'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { hold, readFirstLoad, signInWithPapers } from '#tests/support/firstLoad.ts'
import { useProduct } from './useProduct.ts'

const WEDNESDAY = '2026-11-18'
const papers = simBatch(12, WEDNESDAY, { title: 'Kites in $O(n)$ winds' })
const { visit } = useProduct({ papers, clock: new Date(`${WEDNESDAY}T07:00:00Z`) })

test('The chunks and the first answer of each page in the shell are requested before the app runs, and the answer once', async () => {
  const visitor = await visit('/login', { worker: false })
  await signInWithPapers(visitor, ['cs.LG'])
  for (const { path, chunks, answer, content, limit } of [
    {
      path: '/search?q=kites',
      chunks: ['ShellLayout', 'Search'],
      answer: '/api/papers/search?q=kites',
      content: 'article',
      limit: 215_000,
    },
    {
      path: '/reading-list?tab=all&q=a+%22b%22',
      chunks: ['ShellLayout', 'ReadingList'],
      answer: '/api/users/me/reading-list?sort=added&q=a%20%22b%22&skip=0',
      content: '#main h2',
      limit: 243_000,
    },
    {
      path: `/paper/arxiv:${papers[0]!.id}`,
      chunks: ['ShellLayout', 'Paper'],
      answer: `/api/papers/arxiv%3A${papers[0]!.id}`,
      content: 'article',
      limit: 207_000,
    },
    {
      path: '/profile?section=taste',
      chunks: ['ShellLayout', 'mui', 'Profile'],
      answer: '/api/users/me/taste',
      content: '#main h2',
      limit: 292_000,
    },
  ]) {
    const page = await visitor.context.newPage()
    // The app does not run, and asks for nothing.
    const release = await hold(visitor.context, /\/react-[^/]*\.js$/)
    const requested = [...chunks.map((name) => `/assets/${name}-`), answer].map((address) =>
      page.waitForRequest((request) => request.url().includes(address)),
    )
    await page.goto(path, { waitUntil: 'commit' })
    await Promise.all(requested)
    release()
    await page.locator(content).first().waitFor()
    await page.close()
    await visitor.context.unrouteAll({ behavior: 'wait' })

    const { urls, scriptBytes } = await readFirstLoad(visitor.context, path, { content })
    expect(scriptBytes).toBeLessThan(limit)
    expect(urls.filter((url) => url.includes(answer))).toHaveLength(1)
    expect(urls.filter((url) => url.endsWith('/api/auth/me'))).toHaveLength(1)
    // The identity provider waits for the content.
    expect(urls.filter((url) => url.includes('/firebase-'))).toEqual([])
  }
  expect(visitor.problems()).toEqual([])
})
