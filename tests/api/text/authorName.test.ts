import { expect, test } from 'bun:test'
import { splitAuthorName } from '#api/text/authorName.ts'

/** Given name | family name | suffix, as a bibliography has them. */
const names = [
  'Charles-Jean | de La Vallée Poussin',
  ' | de La Vallée Poussin',
  'Miguel | de la Torre y Ruiz',
  'José | Ortega y Gasset',
  'Maria | Costa e Silva',
  'Hans-Peter Graf | von und zu Lind',
  'Jan | van der Berg',
  ' | van der Waals',
  'Ludwig | van Beethoven',
  'Ali | ibn Sina',
  'Omar | bin Rashid',
  ' | bin Rashid',
  'Jill | St. John',
  ' | St. John',
  'Ana Maria | dos Santos',
  'Maria de Lourdes | Silva',
  'J. K. | Van Horn',
  'Van | Morrison',
  "Jean-Baptiste Le Rond | d'Alembert",
  'Martin Luther | King | Jr.',
  'Robert | Downey | III',
  'Xiaoming | Wang',
  ' | Madonna',
  ' | 王小明',
  'Иван | Петров',
  'محمد | علي',
]

test.each(names)('a name is split into its parts: %s', (parts) => {
  const [given = '', family = '', suffix = ''] = parts.split('|').map((part) => part.trim())
  const name = [given, family, suffix].filter(Boolean).join(' ')
  expect(splitAuthorName(name)).toEqual({ given, family, suffix })
})

test('a comma says where the family name ends', () => {
  expect(splitAuthorName('Garcia, Juan de la Cruz')).toMatchObject({ given: 'Juan de la Cruz', family: 'Garcia' })
  expect(splitAuthorName('Garcia Lopez, Ana')).toMatchObject({ given: 'Ana', family: 'Garcia Lopez' })
  expect(splitAuthorName('Sammy Davis, Jr.')).toEqual({ given: 'Sammy', family: 'Davis', suffix: 'Jr.' })
})
