import { expect, test } from 'bun:test'
import { isAllowed } from './tools/licences.ts'
import { findShippedPackages } from './tools/shippedPackages.ts'

test('Every package that production or a browser runs has a licence that asks for no more than a notice', async () => {
  const packages = await findShippedPackages()
  const names = new Set(packages.map(({ name }) => name))
  // Otherwise the walk misses the packages of the server, of the pages, or those that they need.
  for (const name of [
    'elysia',
    'mongoose',
    'bson',
    'react',
    '@mui/material',
    '@emotion/react',
    'katex',
    '@fontsource-variable/inter',
  ])
    expect(names).toContain(name)
  expect(names).not.toContain('firebase-tools')
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

test('A licence is refused unless all of its parts are allowed', () => {
  for (const expression of ['MIT', '(GPL-3.0 OR MIT)', 'MIT AND ISC']) expect(isAllowed(expression)).toBe(true)
  for (const expression of ['GPL-3.0', 'unknown', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE', ''])
    expect(isAllowed(expression)).toBe(false)
})
