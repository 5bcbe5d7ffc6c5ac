import { CHANGED_FIELDS, type ChangedField, type FieldChange, type PaperChanges } from '../../../contract/versions.ts'
import type { VersionContent } from '../../../store/papers/paperVersions.ts'
import { nameOfLicence } from '../../../text/licences.ts'
import { describeChanges, type VersionDiff } from './describeChanges.ts'
import { diffAuthors, diffCodes, type ListDiff } from './diffLists.ts'
import { diffTexts } from './diffTexts.ts'

/**
 * What changed from one version of a paper to a later one, as far as both are known: a field that the interface of one of
 * them does not report is not compared. Of a version that withdraws the paper only the comment is, which has the reason.
 */
export function compareVersions(from: VersionContent, to: VersionContent): PaperChanges {
  const withdrawn = to.withdrawn && !from.withdrawn
  const diff = withdrawn ? { texts: compareTexts(from, to, ['comment']), lists: new Map() } : compareAll(from, to)
  return {
    from: from.version,
    to: to.version,
    from_at: from.at?.toISOString() ?? null,
    to_at: to.at?.toISOString() ?? null,
    summary: withdrawn ? `Version ${to.version} withdraws the paper.` : describeChanges(diff),
    withdrawn,
    fields: toFields(diff),
  }
}

const compareAll = (from: VersionContent, to: VersionContent): VersionDiff => ({
  texts: compareTexts(from, to, ['title', 'abstract', 'comment', 'journal_ref']),
  lists: new Map<'authors' | 'categories' | 'license', ListDiff>([
    ...(isKnown(from.authors) && isKnown(to.authors) ? entry('authors', diffAuthors(from.authors, to.authors)) : []),
    ...(isKnown(from.categories) && isKnown(to.categories)
      ? entry('categories', diffCodes(from.categories, to.categories))
      : []),
    ...(from.license !== null && to.license !== null
      ? entry('license', diffCodes([nameOfLicence(from.license)], [nameOfLicence(to.license)]))
      : []),
  ]),
})

const isKnown = (list: readonly unknown[]) => list.length > 0

const entry = <Name extends string, Diff>(name: Name, diff: Diff | null): [Name, Diff][] =>
  diff === null ? [] : [[name, diff]]

type TextField = keyof Pick<VersionContent, 'title' | 'abstract' | 'comment' | 'journal_ref'>

function compareTexts(from: VersionContent, to: VersionContent, fields: readonly TextField[]): VersionDiff['texts'] {
  return new Map(
    fields.flatMap((field) => {
      const [before, after] = [from[field] ?? '', to[field] ?? '']
      if ((before === '' && !reports(from, field)) || (after === '' && !reports(to, field))) return []
      const diff = diffTexts(before, after)
      const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed'
      return diff === null ? [] : [[field, { ...diff, kind }] as const]
    }),
  )
}

/** Whether an absent field means that the version has none. Feeds have neither comments nor journal references. */
const reports = ({ source_interface }: VersionContent, field: TextField): boolean =>
  field !== 'title' && field !== 'abstract' && source_interface !== 'rss' && source_interface !== 'sample'

function toFields({ texts, lists }: VersionDiff): FieldChange[] {
  const all = new Map<ChangedField, FieldChange>([
    ...[...texts].map(([field, { parts }]) => [field, { field, kind: 'text', parts }] as const),
    ...[...lists].map(([field, { parts }]) => [field, { field, kind: 'list', parts }] as const),
  ])
  return CHANGED_FIELDS.flatMap((field) => all.get(field) ?? [])
}
