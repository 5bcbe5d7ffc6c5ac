import { addDays } from '#api/platform/clock.ts'

/** A version of a preprint as the API lists it, in its own field names. */
export interface SimPreprint {
  title: string
  authors: string
  author_corresponding: string
  author_corresponding_institution: string
  doi: string
  /** The day on which this version was posted, Eastern. */
  date: string
  version: string
  type: string
  license: string
  category: string
  jatsxml: string
  abstract: string
  funder: 'NA' | { name: string; id: string; 'id-type': string; award: string }[]
  /** DOI of the article of a journal, or "NA". */
  published: string
  server: 'bioRxiv' | 'medRxiv'
}

/** The first version of an invented preprint, with `changes`. */
export function simPreprint(changes: Partial<SimPreprint> = {}): SimPreprint {
  const { doi = '10.64898/2026.11.22.999001', date = '2026-11-23', server = 'bioRxiv' } = changes
  const path = `${date.replaceAll('-', '/')}/${doi.split('/')[1]}`
  return {
    title: 'Invented kinases in imaginary cells',
    authors: 'Quillfeather, M.; Odinsson, T.; de la Nada, R. J.',
    author_corresponding: 'Mirela Quillfeather',
    author_corresponding_institution: 'Institute of Invented Studies',
    doi,
    date,
    version: '1',
    type: 'new results',
    license: 'cc_by_nc_nd',
    category: server === 'bioRxiv' ? 'cell biology' : 'epidemiology',
    jatsxml: `https://www.${server.toLowerCase()}.org/content/early/${path}.source.xml`,
    abstract: 'We invent kinases and count the cells that do without them.',
    funder: 'NA',
    published: 'NA',
    server,
    ...changes,
  }
}

const SUBJECTS = {
  bioRxiv: ['bioinformatics', 'cell biology', 'neuroscience', 'ecology', 'systems biology'],
  medRxiv: ['epidemiology', 'hiv aids', 'oncology', 'public and global health'],
}

/** `count` first versions posted on `date`, of several subjects, with consecutive DOIs of the day before. */
export function simPosted(count: number, date: string, changes: Partial<SimPreprint> = {}): SimPreprint[] {
  const submitted = addDays(date, -1).replaceAll('-', '.')
  const subjects = SUBJECTS[changes.server ?? 'bioRxiv']
  // The two servers number their preprints together.
  const first = changes.server === 'medRxiv' ? 26_300_001 : 700_001
  return Array.from({ length: count }, (_, n) =>
    simPreprint({
      doi: `10.64898/${submitted}.${first + n}`,
      date,
      title: `Invented kinases in imaginary cells, part ${n + 1} of ${date}`,
      category: subjects[n % subjects.length]!,
      ...changes,
    }),
  )
}
