import { describe, expect, test } from 'bun:test'
import { authorKeys, readAuthorName } from '#api/text/authorName.ts'
import { matchAuthor } from '#api/text/matchAuthor.ts'

const match = (wanted: string, author: string) => matchAuthor(readAuthorName(wanted), readAuthorName(author))

describe('An author', () => {
  test.each([
    ['same', 'Mirela Quillfeather', 'mirela quillfeather'],
    ['same', 'Quillfeather, Mirela, Jr.', 'Mirela Quillfeather'],
    ['same', 'Mirela Quillfeather', 'Mirela B. Quillfeather'],
    ['same', 'Mirela A. Quillfeather', 'Mirela Anna Quillfeather'],
    ['same', 'Quillfeather', 'Mirela Quillfeather'],
    ['same', 'Wei-Li Wang', 'Weili Wang'],
    ['same', 'Wei Li Wang', 'Wei-Li Wang'],
    ['same', 'Jan van der Berg', 'van der Berg, Jan'],
    ['same', 'Jan van der Berg', 'Jan Van Der Berg'],
    ['same', 'Ana de la Cruz', 'Ana Delacruz'],
    ['same', 'Ana Le Ray', 'Ana LeRay'],
    ['same', 'Ana Garcia-Lopez', 'Ana Garcia Lopez'],
    ['same', 'Jörg Müller', 'Joerg Mueller'],
    ['same', 'Jörg Müller', 'Jorg Muller'],
    ['same', 'Søren Lund', 'Soren Lund'],
    ['same', 'Søren Lund', 'Soeren Lund'],
    ['same', 'ATLAS Collaboration', 'Atlas collaboration'],
    ['same', '王伟', '王伟'],
    ['same', 'de Bruin Pols', 'Hendrika M. de Bruin Pols'],
    ['same', 'H. de Bruin Pols', 'H. de Bruin Pols'],
    ['same', 'Del Fornaio', 'Livia Del Fornaio'],
    ['same', 'van Hoog', 'Pieter van Hoog'],
    ['same', 'Ortelio y Casset', 'Ramiro Ortelio y Casset'],
    ['same', 'Garcia Lopez, Ana', 'Ana Garcia-Lopez'],
    [null, 'Ashe', 'Rowan Ashe-Linden'],
    ['maybe', 'M. Quillfeather', 'Mirela Quillfeather'],
    ['maybe', 'Mirela Quillfeather', 'M. Quillfeather'],
    ['maybe', 'Quillfeather M', 'Mirela Quillfeather'],
    ['maybe', 'Quillfeather MB', 'Mirela Bea Quillfeather'],
    ['same', 'M. Quillfeather', 'M. Quillfeather'],
    ['maybe', 'J.-P. Ray', 'Jean-Pierre Ray'],
    ['maybe', 'JP Ray', 'Jean-Pierre Ray'],
    ['same', 'JP Ray', 'J.-P. Ray'],
    ['same', 'Ray JP', 'J. P. Ray'],
    ['maybe', 'W. Wang', 'Wei-Li Wang'],
    ['maybe', 'Mirela Quillfeather', 'Mirela Anna Quillfeather'],
    ['maybe', 'Jan Berg', 'Jan van der Berg'],
    ['maybe', 'van der Berg J', 'Jan van der Berg'],
    ['maybe', 'Mueller', 'Jörg Muller'],
    ['maybe', 'Jorg Mueller', 'Jorg Muller'],
    ['maybe', 'Zhang Wei', 'Wei Zhang'],
    ['maybe', 'Kim Min-Jun', 'Min-jun Kim'],
    [null, 'Wei Wang', 'Wei-Li Wang'],
    [null, 'Wei Wang', 'Weili Wang'],
    [null, 'Wei Wang', 'Wen Wang'],
    [null, 'Magda Quillfeather', 'Mirela Quillfeather'],
    [null, 'Mirela B. Quillfeather', 'Mirela C. Quillfeather'],
    [null, 'Mirela Bea Quillfeather', 'Mirela Ina Quillfeather'],
    [null, 'Mirela', 'Mirela Quillfeather'],
    [null, 'Mirela Quillfeather', 'Quillfeather'],
    [null, 'Xue Li', 'Xu Li'],
    [null, 'Tim Suen', 'Tim Sun'],
    [null, 'Martin James', 'James Martin'],
    [null, 'Jan van der Berg', 'Jan von Berg'],
    [null, '', 'Mirela Quillfeather'],
    [null, '…', ''],
  ] as const)('is %p: %s and %s', (result, wanted, author) => {
    expect(match(wanted, author)).toBe(result)
    const keys = authorKeys(readAuthorName(author))
    if (result !== null) expect(authorKeys(readAuthorName(wanted)).some((key) => keys.includes(key))).toBe(true)
  })
})
