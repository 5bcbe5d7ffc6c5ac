import { expect, test } from 'bun:test'
import { one } from './rows.ts'

test('a preprint of bioRxiv names the article that it became', () => {
  const links = [{ type: 'preprint-of', to: 'doi:10.5555/c', by: 'source' }]
  expect(one({ published: '10.5555/C' })).toMatchObject({ links })
  for (const none of ['NA', '', null, undefined, 'soon']) expect(one({ published: none })).not.toHaveProperty('links')
})
