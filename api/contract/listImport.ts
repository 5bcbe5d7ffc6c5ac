import { t } from 'elysia'
import { IMPORT_PAPERS_MAX, IMPORT_TEXT_MAX } from './limits.ts'
import { oneOf } from './stringSchemas.ts'

/** The feeds of an OPML file. */
export const ImportedFeeds = t.Object({
  category_ids: t.Array(t.String(), { description: 'arXiv categories that the feeds show.' }),
  unusable: t.Array(t.String(), { description: 'Titles of the other feeds.' }),
})
export type ImportedFeeds = typeof ImportedFeeds.static

/** Why an entry of a file was not added. */
export const MISSING_REASONS = ['unknown', 'ambiguous', 'not-at-source', 'unusable', 'not-asked'] as const

export const ListImportInput = t.Object(
  {
    text: t.String({
      minLength: 1,
      maxLength: IMPORT_TEXT_MAX,
      description:
        'Content of a BibTeX, RIS, CSL-JSON, MEDLINE (.nbib), EndNote (.enw) or OPML file, of a JSON export of a reading list, or ids, addresses and titles, one a line.',
    }),
    more: t.Optional(
      t.Boolean({ description: 'The file goes on behind `text`. What the end of `text` cuts is not read.' }),
    ),
    continues: t.Optional(
      t.Object(
        {
          id: t.String({ minLength: 1, maxLength: 80, description: 'The import of the first part.' }),
          from: t.Integer({ minimum: 1, description: 'Where `text` begins in the file: `read` of the part before.' }),
        },
        {
          additionalProperties: false,
          description: '`text` is a later part of a file. The same part again changes nothing.',
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type ListImportInput = typeof ListImportInput.static

/**
 * An import into the reading list, of all parts of a file so far. Each entry is in one of the numbers or lists: `entries` is
 * the sum of `added`, `existing`, `looking_up` and `repeated`, and of the lengths of `missing` and `unreadable`.
 */
export const ListImport = t.Object({
  id: t.String(),
  read: t.Integer({
    description:
      'Characters of the file that are read. If it has more, send those that follow with `continues` and this number.',
  }),
  state: oneOf(['looking-up', 'done', 'failed']),
  entries: t.Integer({ description: 'Entries that were read: those of BibTeX, RIS or CSL, ids, and titles.' }),
  added: t.Integer(),
  existing: t.Integer({ description: 'Papers that were on the list already. They are not changed.' }),
  repeated: t.Integer({ description: 'Further entries of a paper that an earlier entry of the same part names.' }),
  asked: t.Integer({ description: 'Papers that the library lacked, and that their source is or was asked for.' }),
  looking_up: t.Integer({ description: 'Those of them that have no answer yet. They are added when they are found.' }),
  looking_up_at: t.Array(t.String(), { description: 'Names of the sources that are asked for them.' }),
  missing: t.Array(
    t.Object({
      title: t.String({ description: 'Title or id, as in the file.' }),
      reason: oneOf(MISSING_REASONS),
      source: t.Optional(t.String({ description: 'Name of the source that was asked, or could not be: "Crossref".' })),
    }),
    {
      description:
        '`unknown`: without an arXiv id or a DOI, and not in the library. `ambiguous`: several papers have the title. ' +
        '`not-at-source`: its source has no paper with the id. `unusable`: the source has a record of it that cannot ' +
        'be used. `not-asked`: the source could not be read.',
    },
  ),
  unreadable: t.Array(
    t.Object({
      title: t.String({ description: 'Key of the entry, else how it begins.' }),
      where: t.String({ description: 'Its place in the file: `line 12`, in JSON `entry 3`.' }),
      problem: t.String({
        description: 'What is wrong with it: `it has no title and no id, DOI or address of a paper`.',
      }),
    }),
    { description: 'Entries that name no paper.' },
  ),
  left_out: t.Integer({
    description: `Papers of the last text behind its first ${IMPORT_PAPERS_MAX}. They were not imported, but those behind \`read\` can be.`,
  }),
  feeds: ImportedFeeds,
  problem: t.Optional(t.String({ description: 'Why a source cannot be read at present, or could not be read.' })),
})
export type ListImport = typeof ListImport.static
