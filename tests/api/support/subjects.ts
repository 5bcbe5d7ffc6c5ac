import { addDays } from '#api/platform/clock.ts'
import { prepareRanking } from '#api/services/ranking/prepareRanking.ts'
import { createJobContext } from './jobContext.ts'
import { recordDay, storePapers } from './library.ts'

export const HERONS = 'Herons wade through marsh water and hunt fish at dawn near tall reeds.'
export const OWLS = 'Owls hunt mice over frozen fields by night with silent wings and sharp ears.'
export const GLASS = 'Glass blowers shape molten silica with long pipes inside hot furnaces.'

/** Stores papers 1 to 6 of the day before and 11 to 16 of `day`, two on each of three subjects. */
export async function storeSubjects(day: string): Promise<void> {
  for (const [from, on] of [
    [1, addDays(day, -1)],
    [11, day],
  ] as const) {
    for (const [index, [title, abstract]] of [
      ['Wading herons', HERONS],
      ['Heron hunts', HERONS],
      ['Silent owls', OWLS],
      ['Owl wings', OWLS],
      ['Molten glass', GLASS],
      ['Glass pipes', GLASS],
    ].entries())
      await storePapers([from + index], { announced_on: on, title, abstract })
    await recordDay(on)
  }
}

/** As `storeSubjects`, with enough older papers of their words for vectors, and the vectors. */
export async function storeComparable(day: string): Promise<void> {
  await storeSubjects(day)
  const subjects = [HERONS, OWLS, GLASS].map((text) => text.split(' '))
  for (let number = 100; number < 210; number++) {
    const words = subjects[number % 3]!
    const abstract = `${[3, 5, 7].map((step) => words[(number * step) % words.length]).join(' ')} notes of a survey`
    await storePapers([number], { title: `Notes ${number}`, abstract, announced_on: addDays(day, -9) })
  }
  await prepareRanking(createJobContext())
}
