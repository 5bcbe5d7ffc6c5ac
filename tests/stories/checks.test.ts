import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { makeFolder } from '#tests/support/process.ts'
import { openCheckedRenderings } from './checkedRenderings.ts'
import { createStages } from './stages.ts'

// The checks of the stories, without Storybook.

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () =>
    new Response('<!doctype html><html lang="en"><body></body></html>', { headers: { 'content-type': 'text/html' } }),
})
let stages: ReturnType<typeof createStages>
beforeAll(() => {
  stages = createStages(server.url.href, { count: 1, limitMs: 200_000 })
})
afterAll(async () => {
  await stages.close()
  await server.stop(true)
})

const TEXT = '<p>Some text</p>'
/** The page in the light scheme with this body: its digest, and what the checks find. */
const checkBody = async (body: string) => {
  let result = { digest: '', light: [] as string[], largeText: [] as string[], dark: [] as string[] }
  await stages.use('Text', async ({ page }) => {
    result = await page.evaluate(async (html) => {
      document.documentElement.dataset['scheme'] = 'light'
      document.body.innerHTML = `<style>[data-scheme='dark'] { background: #111; color: #eee }</style>${html}`
      const { digest } = await window.storyPage.read()
      return { digest, ...(await window.storyPage.check()) }
    }, body)
  })
  return result
}
const digestOf = async (body: string) => (await checkBody(body)).digest
const inDark = (selector: string, style: string) => `<style>[data-scheme='dark'] ${selector} { ${style} }</style>`

test('A window has the size that a story asks for, also where its picture is small', async () => {
  await stages.use('Text', async ({ page, resize }) => {
    const read = () => page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio, screen.width].join(' '))
    expect(await read()).toBe('1280 900 1 1280')
    await resize({ width: 390, height: 844 })
    expect(await read()).toBe('390 844 1 390')
    const isOnTop = await page.evaluate(() => {
      document.body.innerHTML = '<p id="there" style="position: fixed; inset: 0 0 auto 370px; margin: 0">Here</p>'
      return document.elementFromPoint(380, 10)?.id === 'there'
    })
    expect(isOnTop).toBe(true)
    await resize({ width: 1280, height: 900 })
    expect(await read()).toBe('1280 900 1 1280')
  })
})

test('Each kind of fault is found', async () => {
  expect(await checkBody(TEXT)).toMatchObject({ light: [], largeText: [], dark: [] })
  expect((await checkBody('<button></button>')).light[0]).toStartWith('button-name: button ')
  expect((await checkBody('<p style="color: #bbb">Pale</p>')).light[0]).toStartWith('color-contrast: ')
  expect((await checkBody('<svg class="icon" width="20" height="20"></svg>')).largeText[0]).toStartWith('An icon does')
})

test('A fault of contrast in the dark scheme is found where texts without one were seen before', async () => {
  const layer = '<div id="layer" style="position: absolute; inset: 0; pointer-events: none"></div>'
  expect((await checkBody(`${TEXT}${TEXT}`)).dark).toEqual([])
  for (const body of [
    `${inDark('p', 'color: #444')}${TEXT}`,
    `${inDark('div', 'background: #ddd')}<div>${TEXT}</div>`,
    `${inDark('div', 'opacity: 0.3')}<div>${TEXT}</div>`,
    `${inDark('#layer', 'background: #ddd')}<div style="position: relative">${layer}<p style="position: relative">A text</p></div>`,
    `<style>b { display: none; color: #444 }</style>${inDark('b', 'display: block')}${TEXT}<b>Only in dark</b>`,
    `${inDark('p', 'color: #777')}<p style="font-size: 40px">Large</p>${TEXT}`,
  ])
    expect((await checkBody(body)).dark).toEqual([expect.stringContaining('insufficient color contrast')])
})

test('What the result of a check depends on is in the digest of a rendering', async () => {
  const digest = await digestOf('<style>.absent { top: 0 }</style><input aria-label="_r_1_"><p id="_r_1_">A</p>')
  expect(await digestOf('<style>.absent { top: 1px }</style><input aria-label="_r_9_"><p id="_r_9_">A</p>')).toBe(
    digest,
  )
  for (const body of [
    '<style>.absent { top: 0 }</style><input aria-label="_r_1_"><p id="_r_1_">B</p>',
    '<style>.absent { top: 0 }</style><input aria-label="_r_1_"><p id="_r_2_">A</p>',
    '<style>input { top: 0 }</style><input aria-label="_r_1_"><p id="_r_1_">A</p>',
    '<style>.absent { top: 0 }</style><input aria-label="_r_1_" checked><p id="_r_1_">A</p>',
    '<style>.absent { top: 0 }</style><input aria-label="_r_1_"><p id="_r_1_" style="margin-top: 1px">A</p>',
  ])
    expect(await digestOf(body)).not.toBe(digest)
})

test('A rendering that passed is known to a later run of the same checks in the same browser', async () => {
  await using folder = await makeFolder()
  const file = join(folder.path, 'build/checked.json')
  const first = await openCheckedRenderings(file, '150.0')
  expect(first.has('a--story', 'digest')).toBe(false)
  first.add('a--story', 'digest')
  await first.save()

  const second = await openCheckedRenderings(file, '150.0')
  expect(second.has('a--story', 'digest')).toBe(true)
  expect(second.has('a--story', 'other')).toBe(false)
  expect((await openCheckedRenderings(file, '151.0')).has('a--story', 'digest')).toBe(false)
  await Bun.write(file, '{')
  expect((await openCheckedRenderings(file, '150.0')).has('a--story', 'digest')).toBe(false)
})
