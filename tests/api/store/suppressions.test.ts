import { expect, test } from 'bun:test'
import {
  addSuppression,
  findSuppression,
  findSuppressionsOf,
  removeSuppressions,
} from '#api/store/mail/suppressions.ts'
import { useApp } from '#tests/support/app.ts'

useApp()

test('An address is suppressed whatever its letter case was at the refusal, and so it is released', async () => {
  await addSuppression('Ada@Example.ORG', { cause: 'no-mailbox', reason: '550 5.1.1' })
  expect(await findSuppression('ada@example.org')).toMatchObject({ cause: 'no-mailbox' })
  expect(await findSuppressionsOf(['ADA@example.org', 'ben@example.org'])).toEqual([expect.anything(), null])
  expect(await removeSuppressions({ addresses: ['aDa@example.org'] })).toBe(1)
})

test('A release of a cause leaves the addresses with another one', async () => {
  await addSuppression('ada@example.org', { cause: 'no-mailbox', reason: '550 5.1.1' })
  await addSuppression('ben@example.org', { cause: 'no-domain', reason: '550 5.1.2' })
  expect(await removeSuppressions({ cause: 'no-domain' })).toBe(1)
  expect(await findSuppressionsOf(['ada@example.org', 'ben@example.org'])).toEqual([expect.anything(), null])
})
