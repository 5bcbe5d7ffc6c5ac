import { expect, test } from 'bun:test'
import { nameOfLicence } from '#api/text/licences.ts'

test.each([
  ['http://creativecommons.org/licenses/by/4.0/', 'CC BY 4.0'],
  ['https://www.creativecommons.org/licenses/by-nc-sa/4.0/deed.en', 'CC BY-NC-SA 4.0'],
  ['http://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0'],
  ['http://arxiv.org/licenses/nonexclusive-distrib/1.0/', 'arXiv’s licence to distribute'],
  ['http://arxiv.org/licenses/assumed-1991-2003/', 'arXiv’s assumed licence'],
  ['https://press.example.org/terms/', 'press.example.org/terms'],
  ['All rights reserved', 'All rights reserved'],
])('The licence %s is named %s', (address, name) => expect(nameOfLicence(address)).toBe(name))
