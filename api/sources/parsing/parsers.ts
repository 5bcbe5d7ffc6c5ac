import { parseAds } from '../ads/records.ts'
import { parseAdsList } from '../ads/listedDocs.ts'
import { parseAtom } from '../arxiv/atom.ts'
import { parsePaperHtml } from '../arxiv/paperHtml.ts'
import { parseOai } from '../arxiv/oaiRecords.ts'
import { parseRss } from '../arxiv/rss.ts'
import { parsePreprints } from '../biorxiv/records.ts'
import { parseJournals } from '../crossref/journalEntries.ts'
import { parseWorks } from '../crossref/records.ts'
import { parseRegistered } from '../crossref/registered.ts'
import { parseSubjects } from '../crossref/subjectEntries.ts'
import { parseUpdatedBy, parseUpdates } from '../crossref/updates.ts'
import { parseEprint } from '../eprint/records.ts'
import { parseEuropepmcList } from '../europepmc/listedResults.ts'
import { parseEuropepmc } from '../europepmc/results.ts'
import { parseDailyPapers } from '../huggingface/dailyPapers.ts'
import { parseInspire } from '../inspire/hits.ts'
import { parseInspireList } from '../inspire/listedHits.ts'
import { parseWorks as parseOpenalex } from '../openalex/works.ts'
import { parseNotes } from '../openreview/notes.ts'
import { parseVenues } from '../openreview/venueList.ts'
import { parsePubmed } from '../pubmed/records.ts'
import { parseSearch } from '../pubmed/searchAnswer.ts'
import { parseCitations, parseReferences } from '../semanticScholar/citationLists.ts'
import { parseScholarList } from '../semanticScholar/listedPapers.ts'
import { parsePapers } from '../semanticScholar/papers.ts'
import { parsePaperPage } from '../feed/paperPage.ts'
import { parseFeed } from '../feed/parseFeed.ts'

/** The parsers of responses, by kind. Options and results must be structured-cloneable: they cross a process boundary. */
export const parsers = {
  rss: parseRss,
  oai: parseOai,
  atom: parseAtom,
  paperHtml: parsePaperHtml,
  crossref: parseWorks,
  registered: parseRegistered,
  updates: parseUpdates,
  updatedBy: parseUpdatedBy,
  journals: parseJournals,
  subjects: parseSubjects,
  biorxiv: parsePreprints,
  eprint: parseEprint,
  pubmed: parsePubmed,
  pubmedSearch: parseSearch,
  feed: parseFeed,
  dailyPapers: parseDailyPapers,
  europepmc: parseEuropepmc,
  europepmcList: parseEuropepmcList,
  inspire: parseInspire,
  inspireList: parseInspireList,
  ads: parseAds,
  adsList: parseAdsList,
  paperPage: parsePaperPage,
  semanticScholar: parsePapers,
  semanticScholarList: parseScholarList,
  semanticScholarCitations: parseCitations,
  semanticScholarReferences: parseReferences,
  openalex: parseOpenalex,
  openreview: parseNotes,
  openreviewVenues: parseVenues,
}

export type Kind = keyof typeof parsers
export type ParseOptions<K extends Kind> = Parameters<(typeof parsers)[K]>[1]
export type Page<K extends Kind> = ReturnType<(typeof parsers)[K]>

/** How to parse a body. */
export interface Request {
  kind: Kind
  options: unknown
}
