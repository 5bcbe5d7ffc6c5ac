import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { cleanAbstract, cleanLine, cleanTitle } from '../../text/clean.ts'
import { cleanName } from '../../text/names.ts'
import { maybe, MaybeText, parseJson, readEntry, type ReadRecords } from '../jsonRecords.ts'
import type { SourceRecord } from '../source.ts'

const AUTHORS_MAX = 10_000
const VENUE_MAX = 300
/** Who may read a note, or a field of it. Without a list everyone may. */
const Readers = maybe(Type.Array(Type.String()))
const NoteId = Type.String({ pattern: '^[\\w-]{1,64}$' })
const Millis = maybe(Type.Number())

/** A field of the content: a bare value in API 1, one with its readers in API 2. */
const field = <Schema extends TSchema>(schema: Schema) =>
  maybe(Type.Union([schema, Type.Object({ value: maybe(schema), readers: Readers })]))

const AuthorName = Type.Union([Type.String(), Type.Object({ fullname: Type.String() })])

/** The fields of a note that are read. Others, and absent ones, are fine. */
const Note = Type.Object({
  id: NoteId,
  forum: maybe(NoteId),
  cdate: Millis,
  pdate: Millis,
  mdate: Millis,
  ddate: Millis,
  readers: Readers,
  license: MaybeText,
  content: Type.Object({
    title: field(Type.String()),
    abstract: field(Type.String()),
    authors: field(Type.Array(AuthorName)),
    venue: field(Type.String()),
    venueid: field(Type.String()),
    pdf: field(Type.String()),
  }),
})
type Note = Static<typeof Note>

const Answer = Type.Object({ notes: Type.Array(Type.Unknown()), count: maybe(Type.Integer({ minimum: 0 })) })

export interface NotesOptions {
  /** The id of the venue whose accepted papers were asked for; absent for single papers. */
  venue?: string
  invalidUtf8?: boolean
}

export interface Notes extends ReadRecords {
  /** Ids of all notes of the answer, also of those that are no records. */
  ids: string[]
  /** Notes of the whole list. Null if the answer does not say. */
  count: number | null
  /** When the newest paper was published, as far as it is said, and when it was submitted. */
  newest: NewestDates
}

export interface NewestDates {
  published: Date | null
  submitted: Date | null
}

/**
 * Parses an answer with notes, of API 1 or 2. A note that cannot be used, or that was not asked for, is returned with the
 * reason; what is not public is left out. Throws SyntaxError for anything but a list of notes.
 */
export function parseNotes(body: string, { venue, invalidUtf8 = false }: NotesOptions): Notes {
  const answer = parseJson(body)
  if (!Value.Check(Answer, answer)) throw new SyntaxError('it has no list of notes')
  const result: Notes = {
    records: [],
    rejected: [],
    ids: [],
    count: answer.count ?? null,
    newest: newestOf(answer.notes),
  }
  for (const [position, item] of answer.notes.entries()) {
    const id = idOf(item)
    result.ids.push(id ?? `without an id: ${position}`)
    const entry = readEntry(item, { schema: Note, invalidUtf8, read: (note) => toRecord(note, venue) })
    if ('reason' in entry) result.rejected.push({ ...entry, ...(id !== null && { source_id: id }) })
    else if (entry.value !== null) result.records.push(entry.value)
  }
  return result
}

/** Returns the id of the note in a record as it was received; null when there is none. */
export function noteIdIn(raw: string): string | null {
  try {
    return idOf(JSON.parse(raw))
  } catch {
    // Recovered: a record that was cut has none that is sure.
    return null
  }
}

function idOf(item: unknown): string | null {
  const id = item !== null && typeof item === 'object' && 'id' in item ? item.id : null
  return Value.Check(NoteId, id) ? id : null
}

/** Null for a note that is not public, is deleted, or is a reply. */
function toRecord(note: Note, venue: string | undefined): SourceRecord | null {
  const { content, forum } = note
  // The account may be that of an author or a reviewer, who can read what is not public.
  if (!isPublic(note.readers) || note.ddate != null || (forum != null && forum !== note.id)) return null
  const venueId = textOf(content.venueid)
  if (venue !== undefined && venueId !== venue) throw new Error('it is not among the accepted papers of the venue')
  const title = cleanTitle(textOf(content.title))
  if (title === '') throw new Error('it has no title')
  const names = valueOf(content.authors) ?? []
  if (names.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  const { stage, withdrawn } = stageOf(venueId)
  const isAccepted = venueId !== '' && stage === 'accepted'
  const name = isAccepted ? venueNameOf(textOf(content.venue), venueId) : 'OpenReview'
  const changedAt = toInstant(note.mdate)
  return {
    id: `openreview:${note.id}`,
    source: 'openreview',
    source_id: note.id,
    version: null,
    kind: isAccepted ? 'proceedings' : 'preprint',
    title,
    abstract: cleanAbstract(textOf(content.abstract)) || null,
    authors: names.flatMap((author) => {
      const written = cleanName(typeof author === 'string' ? author : author.fullname)
      return written === null || ANONYMOUS.test(written) ? [] : { name: written }
    }),
    categories: [],
    primary_category: null,
    published_at: toInstant(note.pdate) ?? toInstant(note.cdate),
    updated_at: null,
    announced_on: null,
    announce_type: null,
    announced_in: null,
    changed_on: changedAt?.toISOString().slice(0, 10) ?? null,
    version_dates: [],
    doi: null,
    comment: null,
    venue: { name },
    journal_ref: isAccepted ? name : null,
    license: licenceOf(note.license ?? ''),
    code_url: null,
    ...(textOf(content.pdf) !== '' && { pdf_url: `https://openreview.net/pdf?id=${note.id}` }),
    withdrawn,
    ...(withdrawn && { withdrawn_by: 'authors' as const }),
    source_interface: 'api',
  }
}

const ANONYMOUS = /^anonymous(?: authors?)?$/i

const isPublic = (readers: readonly string[] | null | undefined): boolean =>
  readers == null || readers.includes('everyone')

/** The value of a field that everyone may read. */
function valueOf<Bare>(
  given: Bare | { value?: Bare | null; readers?: string[] | null } | null | undefined,
): Bare | null {
  if (given == null) return null
  if (typeof given !== 'object' || Array.isArray(given)) return given as Bare
  const { value, readers } = given as { value?: Bare | null; readers?: string[] | null }
  return isPublic(readers) ? (value ?? null) : null
}

const textOf = (given: Note['content']['title']): string => valueOf<string>(given)?.trim() ?? ''

/** What became of a submission, as the id of its venue says: that of the venue alone is for accepted papers. */
function stageOf(venueId: string): { stage: 'accepted' | 'other'; withdrawn: boolean } {
  const last = venueId.slice(venueId.lastIndexOf('/') + 1)
  const isOther = /submission|submitted|reject|under_review|withdrawn/i.test(last)
  return { stage: isOther ? 'other' : 'accepted', withdrawn: /withdrawn/i.test(last) }
}

/** "ICLR 2027 Poster" and "ICLR 2027 (Oral)" as "ICLR 2027". A track or workshop stays. */
function venueNameOf(venue: string, venueId: string): string {
  const written = cleanLine(venue, VENUE_MAX)
  const name = written.replace(
    /[\s,:–-]*\(?\b(?:(?:long|short|regular)\s+)?(?:oral|poster|spotlight|notable[\s-]top[\s-]\d+%|talk)(?:[\s-](?:poster|oral|presentation|paper|talk))?s?\)?$/i,
    '',
  )
  return name || written || nameOfVenue(venueId)
}

/** "ICLR 2027 Conference" for "ICLR.cc/2027/Conference". */
export const nameOfVenue = (id: string): string =>
  cleanLine(
    id
      .split('/')
      .map((part, position) => (position === 0 ? part.replace(/\.[a-z]{2,10}$/i, '') : part).replaceAll('_', ' '))
      .join(' '),
    VENUE_MAX,
  )

function newestOf(notes: readonly unknown[]): NewestDates {
  const sound = notes.filter((note): note is Note => Value.Check(Note, note))
  return { published: latestOf(sound.map(({ pdate }) => pdate)), submitted: latestOf(sound.map(({ cdate }) => cdate)) }
}

function latestOf(times: readonly (number | null | undefined)[]): Date | null {
  const instants = times.flatMap((time) => toInstant(time)?.getTime() ?? [])
  return instants.length === 0 ? null : new Date(instants.reduce((one, other) => Math.max(one, other)))
}

/** Times are in milliseconds. What is no time of this or the next century is none. */
const toInstant = (millis: number | null | undefined): Date | null =>
  millis != null && millis > 0 && millis < Date.UTC(2200, 0) ? new Date(millis) : null

/** The address of the licence, as other sources name it: "CC BY 4.0", "CC0 1.0". None for others. */
function licenceOf(name: string): string | null {
  const [, terms, version] = /^CC (BY(?:-NC)?(?:-ND|-SA)?) (\d\.\d)$/i.exec(name.trim()) ?? []
  if (terms !== undefined) return `https://creativecommons.org/licenses/${terms.toLowerCase()}/${version}/`
  return /^CC0(?: 1\.0)?$/i.test(name.trim()) ? 'https://creativecommons.org/publicdomain/zero/1.0/' : null
}
