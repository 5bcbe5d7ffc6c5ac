import { expect, test } from 'bun:test'
import { fieldOf } from '#web/shared/fields.ts'

test.each([
  ['cs.LG', 'cs'],
  ['q-bio.NC', 'q-bio'],
  ['hep-th', 'physics'],
  ['biorxiv.cell-biology', 'q-bio'],
  ['medrxiv.hiv-aids', 'q-bio'],
] as const)('%s has the colour of %s', (code, field) => expect(fieldOf(code)).toBe(field))
