/**
 * Serves the simulated arXiv, Crossref, bioRxiv with medRxiv, IACR ePrint, PubMed, OpenReview and hosts of feeds on fixed ports, arXiv
 * with the papers of some days of a JSONL file (gzipped or not) that has the fields id, title, abstract, authors, categories, comment and crawl_date.
 *
 *   bun tests/simulators/serve.ts --papers papers.jsonl.gz --day 2025-09-10 [--port 4010] [--clock <instant>]
 *     [--works works.json] [--crossref-port 4011] [--biorxiv-port 4012] [--eprint-port 4013] [--pubmed-port 4014]
 *     [--feeds-port 4015] [--facts-port 4016, with the next five] [--openreview-port 4023, with the next one]
 *     [--notices-port 4025]
 *
 * The simulated Crossref has the records of a JSON list, or those of two invented journals, "Journal of Imaginary Vision" and
 * "Letters of Nowhere", and preprints of two subjects of Preprints.org; bioRxiv, medRxiv and ePrint have invented preprints,
 * the services of facts what `serveFacts` says,
 * PubMed invented articles about lanterns ("lanterns[ti]", "J Inv Med"[ta]). They are announced on the same days.
 * Six of them also have a few older papers, which a search for "lanterns" at another service finds (`olderPapers.ts`).
 * Two articles of the first --day are retracted and doubted on the last one, as Crossref and the simulated Retraction Watch say.
 * The port 0 is a free one, also for each of several in a row. The clock runs on from --clock; default: 06:00 UTC of the last
 * --day. Without --day it lists the days of the file.
 */
import { parseArgs } from 'node:util'
import { addDays, setClock } from '#api/platform/clock.ts'
import { startArxivSimulator } from './arxiv.ts'
import { startBiorxivSimulator } from './biorxiv.ts'
import { startCrossrefSimulator, type SimWork } from './crossref.ts'
import { simEprints, startEprintSimulator } from './eprint.ts'
import { FACTS_KEY, portAfter, serveFacts } from './facts.ts'
import { EMAIL, PASSWORD, simNotes, startOpenreviewSimulator, VENUE } from './openreview.ts'
import { simNotice, simUpdate } from './notices.ts'
import { olderArticles, olderArxivPapers, olderWorks } from './olderPapers.ts'
import { startPubmedSimulator } from './pubmed.ts'
import { simRow, startRetractionWatchSimulator } from './retractionWatch.ts'
import { simCreated } from './simArticles.ts'
import { simItems, startFeedsSimulator } from './feeds.ts'
import { listDays, loadDay } from './simPapers.ts'
import { simPosted } from './simPreprints.ts'
import { simGrouped, simJournal, simRegistered, simWork } from './simWorks.ts'

const { values } = parseArgs({
  options: {
    papers: { type: 'string' },
    day: { type: 'string', multiple: true },
    port: { type: 'string', default: '4010' },
    clock: { type: 'string' },
    works: { type: 'string' },
    'crossref-port': { type: 'string', default: '4011' },
    'biorxiv-port': { type: 'string', default: '4012' },
    'eprint-port': { type: 'string', default: '4013' },
    'pubmed-port': { type: 'string', default: '4014' },
    'feeds-port': { type: 'string', default: '4015' },
    'facts-port': { type: 'string', default: '4016' },
    'openreview-port': { type: 'string', default: '4023' },
    'notices-port': { type: 'string', default: '4025' },
  },
})

if (values.papers === undefined) {
  console.error('usage: --papers <file.jsonl[.gz]> --day <YYYY-MM-DD> [--day …] [--port 4010] [--clock <instant>]')
  process.exit(2)
}
if (values.day === undefined) {
  for (const [day, count] of [...(await listDays(values.papers))].toSorted()) console.log(`${day}  ${count} papers`)
  process.exit(0)
}

const days = values.day.toSorted()
const papers = (await Promise.all(days.map((day) => loadDay(values.papers ?? '', day)))).flat()
const start = new Date(values.clock ?? `${days.at(-1)}T06:00:00Z`)
setClock(start)
const letters = { issn: '9999-9978', journal: 'Letters of Nowhere' }
const journals = [simJournal(), simJournal({ title: letters.journal, ISSN: [letters.issn] })]
const registered = days.flatMap((day) => [
  ...simRegistered(12, addDays(day, -1)),
  ...simRegistered(5, addDays(day, -1), { ...letters, abstract: undefined }),
  ...simGrouped(6, addDays(day, -1), 'Social Sciences', { first: 100 * Number(day.slice(8)) }),
  ...simGrouped(3, addDays(day, -1), 'Engineering', { first: 100 * Number(day.slice(8)) + 50 }),
])
const works =
  values.works === undefined ? [simWork(), ...registered] : ((await Bun.file(values.works).json()) as SimWork[])
const [retracted, doubted] = registered.map(({ DOI }) => DOI)
const on = days.at(-1) ?? ''
for (const { about, type } of [
  { about: retracted ?? '', type: 'retraction' },
  { about: doubted ?? '', type: 'expression_of_concern' },
]) {
  const doi = `${about}.n`
  const work = works.find(({ DOI }) => DOI === about)
  if (work) Object.assign(work, { 'updated-by': [simUpdate(doi, { type, on })] })
  works.push(simNotice({ about, doi, type, on }))
}
const reason = '+Concerns/Issues about Data;+Investigation by Journal/Publisher;'
const [month, date] = [Number(on.slice(5, 7)), Number(on.slice(8))]
const RetractionDate = `${month}/${date}/${on.slice(0, 4)} 0:00`
const rows = [simRow(1, { OriginalPaperDOI: retracted ?? '', RetractionDate, Reason: reason })]
const retractionWatch = startRetractionWatchSimulator({ rows, port: Number(values['notices-port']) })
const crossref = startCrossrefSimulator({
  works: [...works, ...olderWorks],
  journals,
  port: Number(values['crossref-port']),
})
const preprints = days.flatMap((day) => [
  ...simPosted(164, addDays(day, -1)),
  ...simPosted(48, addDays(day, -1), { server: 'medRxiv' }),
])
const biorxiv = startBiorxivSimulator({ preprints, port: Number(values['biorxiv-port']) })
const eprints = days.flatMap((day, index) => simEprints(9, addDays(day, -1), 1_501 + 9 * index))
const eprint = startEprintSimulator({ papers: eprints, port: Number(values['eprint-port']) })
const articles = days.flatMap((day, index) => simCreated(14, addDays(day, -1), 99_900_001 + 14 * index))
const pubmed = startPubmedSimulator({ articles: [...articles, ...olderArticles], port: Number(values['pubmed-port']) })
const feeds = startFeedsSimulator({ port: Number(values['feeds-port']) })
const items = days.flatMap((day, index) => simItems(6, `${day}T16:00:00Z`, 6 * index + 1))
const issn = '9999-9994'
feeds.feeds.set('/jiv.rss', { format: 'rss', title: 'Journal of Imaginary Vision: Early View', items, issn })
feeds.feeds.set('/notes/atom.xml', { format: 'atom', title: 'Lantern notes', items: items.slice(0, -3) })
feeds.pages.set(
  '/jiv',
  `<!doctype html><title>Journal of Imaginary Vision</title><meta name="citation_issn" content="${issn}"><link rel="alternate" type="application/rss+xml" href="/jiv.rss">`,
)
feeds.pages.set('/notes/', '<!doctype html><title>Lantern notes</title>')
const facts = serveFacts({ papers, works, day: days.at(-1) ?? '', port: Number(values['facts-port']) })
const openreviewPort = Number(values['openreview-port'])
const openreview = startOpenreviewSimulator({ ports: [openreviewPort, portAfter(openreviewPort, 1)] })
openreview.v2.notes = simNotes(40)
openreview.v2.venues = [VENUE]
const { rssUrl, oaiUrl, apiUrl, htmlUrl } = startArxivSimulator({
  papers: [...papers, ...olderArxivPapers],
  port: Number(values.port),
})
console.log(
  `${papers.length} papers of ${days.join(', ')}; the clock is at ${start.toISOString()}. Start the product with:`,
)
console.log(
  `ARXIV_RSS_URL=${rssUrl} ARXIV_OAI_URL=${oaiUrl} ARXIV_API_URL=${apiUrl} ARXIV_HTML_URL=${htmlUrl} ARXIV_GAP_MS=0 ` +
    `CROSSREF_API_URL=${crossref.apiUrl} CROSSREF_GAP_MS=0 BIORXIV_URL=${biorxiv.apiUrl} BIORXIV_GAP_MS=0 ` +
    `EPRINT_URL=${eprint.apiUrl}/oai EPRINT_GAP_MS=0 FEED_GAP_MS=0 ` +
    `PUBMED_URL=${pubmed.apiUrl} PUBMED_GAP_MS=0 ` +
    Object.entries(facts)
      .map(([name, url]) => `${name}=${url} `)
      .join('') +
    `RETRACTION_WATCH_URL=${retractionWatch.apiUrl} ` +
    `OPENREVIEW_URL=${openreview.v2.apiUrl} OPENREVIEW_OLD_URL=${openreview.v1.apiUrl} ` +
    `PAPERDAWN_CLOCK=${start.toISOString()}`,
)
console.log(`Feeds to follow: ${feeds.addressOf('/jiv')} (a journal), ${feeds.addressOf('/notes/')} (a blog)`)
console.log(`Account of OpenReview, as its key in the panel: ${EMAIL}:${PASSWORD}; a venue to follow: ${VENUE}`)
console.log(`Key of Semantic Scholar, OpenAlex, Hugging Face and NASA ADS, in the panel: ${FACTS_KEY}`)
