import type { SimWork } from './crossref.ts'

interface Update {
  /** DOI of the paper that it is about. */
  about: string
  /** DOI of the notice. */
  doi: string
  type?: string
  /** Day of the notice, and of its registration. */
  on?: string
  source?: 'publisher' | 'retraction-watch'
}

/** An entry of `update-to` or `updated-by`, with the DOI of the other record. */
export function simUpdate(
  doi: string,
  { type = 'retraction', on = '2026-11-18', source = 'publisher' }: Pick<Update, 'type' | 'on' | 'source'> = {},
) {
  const [year, month, day] = on.split('-').map(Number)
  return {
    DOI: doi,
    type,
    label: type.replaceAll('_', ' '),
    source,
    ...(source === 'retraction-watch' && { 'record-id': '70001' }),
    updated: { 'date-parts': [[year, month, day]], 'date-time': `${on}T00:00:00Z` },
  }
}

/** The record of a notice about another paper, as Crossref keeps it. */
export const simNotice = (
  { about, doi, on = '2026-11-18', ...update }: Update,
  changes: Partial<SimWork> = {},
): SimWork => ({
  DOI: doi,
  type: 'journal-article',
  title: ['Retraction: Counting Lanterns'],
  created: { 'date-time': `${on}T05:11:09Z` },
  deposited: { 'date-time': `${on}T05:11:12Z` },
  'update-to': [simUpdate(about, { on, ...update })],
  ...changes,
})
