import { describe, expect, test } from 'bun:test'
import { assert, oneof, property, string, webUrl } from 'fast-check'
import { loginPath, safeNext } from '#web/auth/nextPath.ts'

describe('the redirect after sign-in', () => {
  test.each(['/search?q=lantern&page=2', '/reading-list#note', '/device?code=BCDF-GHJK', '/'])('keeps %s', (path) => {
    expect(safeNext(path)).toBe(path)
  })

  test.each([
    null,
    '',
    'dashboard',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/login',
    '/login?next=/login',
    '/\t/evil.example',
  ])('goes to the dashboard instead of %p', (path) => {
    expect(safeNext(path)).toBe('/dashboard')
  })

  test('never leaves the site, whatever `next` is', () => {
    assert(
      property(
        oneof(
          string(),
          webUrl(),
          string().map((rest) => `/${rest}`),
        ),
        (path) => {
          expect(new URL(safeNext(path), 'http://site.invalid').host).toBe('site.invalid')
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('is a parameter of the sign-in page URL', () => {
    expect(loginPath('/search?q=a b', 'expired')).toBe('/login?next=%2Fsearch%3Fq%3Da+b&reason=expired')
  })
})
