import { expect, test } from 'bun:test'
import { canonicalFeedAddress, canonicalItemAddress, isPrivateFeedAddress } from '#api/text/feedAddress.ts'

test.each([
  ['https://blog.example.org/atom.xml', 'https://blog.example.org/atom.xml'],
  ['  HTTPS://Blog.Example.ORG/Atom.xml ', 'https://blog.example.org/Atom.xml'],
  ['blog.example.org/feed/', 'https://blog.example.org/feed/'],
  ['feed://blog.example.org/rss', 'http://blog.example.org/rss'],
  ['feed:https://blog.example.org/rss', 'https://blog.example.org/rss'],
  ['http://blog.example.org:80/rss', 'http://blog.example.org/rss'],
  ['https://blog.example.org/rss?utm_source=x&b=2&a=1&utm_medium=y#top', 'https://blog.example.org/rss?b=2&a=1'],
  // These parameters select the feed of a page.
  ['https://journal.example.org/toc?rss=1', 'https://journal.example.org/toc?rss=1'],
  ['https://bücher.example/feed', 'https://xn--bcher-kva.example/feed'],
  ['https://[2001:db8::1]/feed', 'https://[2001:db8::1]/feed'],
  ['http://127.0.0.1:4015/jiv.xml', 'http://127.0.0.1:4015/jiv.xml'],
])('the address %p is stored as %p', (typed, stored) => {
  expect(canonicalFeedAddress(typed)).toBe(stored)
  expect(canonicalFeedAddress(stored)).toBe(stored)
})

test.each([
  '',
  'two words',
  'ftp://blog.example.org/feed',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://mirela:secret@blog.example.org/feed',
  'https://mirela@blog.example.org/feed',
  'http://0x7f000001/feed',
  'http://2130706433/feed',
  'http://127.1/feed',
  'http://0177.0.0.1/feed',
])('%p is refused', (typed) => {
  expect(canonicalFeedAddress(typed)).toBeNull()
})

test('an address of more than 2,048 characters is refused', () => {
  expect(canonicalFeedAddress(`https://blog.example.org/${'a'.repeat(2_048)}`)).toBeNull()
})

test('the marks of a feed are removed from the address of an article, other parameters are kept', () => {
  const canonical = 'https://press.example.org/doi/10.5555/jiv.2026.0011'
  expect(canonicalItemAddress('https://press.example.org/doi/10.5555/jiv.2026.0011?af=R')).toBe(canonical)
  expect(canonicalItemAddress(`${canonical}?rss=yes&utm_source=rss#abstract`)).toBe(canonical)
  expect(canonicalItemAddress('/2026/09/lanterns?id=4&rss=1', 'https://blog.example.org/atom.xml')).toBe(
    'https://blog.example.org/2026/09/lanterns?id=4',
  )
  expect(canonicalItemAddress('javascript:alert(1)', 'https://blog.example.org/')).toBeNull()
})

test('an address with a token is that of one reader', () => {
  expect(isPrivateFeedAddress('https://blog.example.org/rss?page=2&access_token=s3cret')).toBe(true)
  expect(isPrivateFeedAddress('https://blog.example.org/rss?keyword=lanterns')).toBe(false)
})
