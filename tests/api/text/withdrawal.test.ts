import { describe, expect, test } from 'bun:test'
import { saysWithdrawn, withdrawnBy } from '#api/text/withdrawal.ts'

const LONG = 'We count the lamps of forty harbours over twelve winters. '.repeat(8)

describe('A withdrawal', () => {
  test.each([
    ['Withdrawn', '', null],
    ['Withdrawn: the second lemma is wrong', '', null],
    ['Withdrawn by the authors, who will submit a longer one', '', 'authors'],
    ['12 pages. This paper has been withdrawn by the author due to an error in equation 4', '', 'authors'],
    ['Paper withdrawn by the first author', '', 'authors'],
    ['This paper has been withdrawn', '', null],
    ['', 'This paper and its abstract have been withdrawn.', null],
    ['', 'The manuscript is withdrawn, since its results cannot be repeated.', null],
    ['The author has decided to withdraw this version until the rights of two pictures are clear', '', 'authors'],
    ['We found a flaw in the comparison. Therefore, we would like to withdraw the paper', '', 'authors'],
    ['The ground truth of the second task was invented by a model, and this paper needs to be withdrawn', '', null],
    [
      'arXiv admin comment: This version has been removed by arXiv administrators as the submitter had no rights to it',
      '',
      'administrators',
    ],
    ['This submission has been withdrawn by arXiv administrators due to text overlap', '', 'administrators'],
    ['Withdrawn by arXiv admin', '', 'administrators'],
  ] as const)('is read from “%s” and the abstract “%s”', (comment, abstract, by) => {
    expect(saysWithdrawn(comment, abstract)).toBe(true)
    expect(withdrawnBy(comment, abstract)).toBe(by)
  })

  test.each([
    ['12 pages; supersedes the withdrawn arXiv:2608.00001', ''],
    ['Replaces an earlier, withdrawn paper by other authors', ''],
    ['9 pages, code at example.org/withdrawn-lamps', ''],
    ['', 'We measure how much cash is withdrawn from machines before weekends.'],
    ['', 'Two withdrawn drugs are compared with their successors in this paper.'],
    ['', 'Nerves that are withdrawn from the lamp grow again.'],
    [
      '8 pages',
      `${LONG} The approval was later withdrawn by the administrators of this harbour. This paper has been withdrawn.`,
    ],
    ['', ''],
  ])('is not read from “%s” and the abstract “%s”', (comment, abstract) => {
    expect(saysWithdrawn(comment, abstract)).toBe(false)
  })
})
