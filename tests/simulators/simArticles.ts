import { escapeXml } from './arxivState.ts'

/** A record of PubMed. Texts with markup are XML. */
export interface SimArticle {
  pmid: string
  title: string
  /** A section may have a label. */
  abstract?: readonly (string | { label: string; text: string })[]
  authors: readonly SimAuthor[]
  /** The journal with its abbreviation. */
  journal: { title: string; short: string; issn: string }
  volume?: string
  issue?: string
  pages?: string
  /** XML of the date of the issue, and of the article if it has one. */
  pubDate: string
  articleDate?: string
  /** On which the record was made ("crdt"), Eastern. */
  created: string
  /** The entry date ("edat"), which is set back for an old paper. Default: that of the record. */
  entered?: string
  mesh?: readonly string[]
  types?: readonly string[]
  doi?: string
  pmc?: string
  corrections?: readonly { refType: string; source: string; pmid?: string }[]
  /** A chapter of this book. */
  book?: string
  /** The abstract is there from this instant of the product's clock on. */
  abstractFrom?: Date
  /** A search finds the record from this instant on. */
  visibleFrom?: Date
}

export interface SimAuthor {
  family?: string
  given?: string
  suffix?: string
  group?: string
  affiliation?: string
  orcid?: string
  /** The entry after this one corrects the name. */
  isWrong?: boolean
}

const dateOf = (day: string) => {
  const [year, month, date] = day.split('-')
  return `<Year>${year}</Year><Month>${Number(month)}</Month><Day>${Number(date)}</Day>`
}

/** An invented article, with `changes`. */
export const simArticle = (changes: Partial<SimArticle> = {}): SimArticle => ({
  pmid: '99900001',
  title: 'Effect of <i>E. fictus</i> on H<sub>2</sub>O lanterns.',
  abstract: [
    { label: 'BACKGROUND', text: 'We keep lanterns in water.' },
    { label: 'RESULTS', text: 'They glow (p &lt; 0.05).' },
  ],
  authors: [
    {
      family: 'Quillfeather',
      given: 'Mirela',
      orcid: '0000-0002-1825-0097',
      affiliation: 'Institute of Invented Studies, Nowhere. mq@example.org.',
    },
    { group: 'Lantern Consortium' },
  ],
  journal: { title: 'Journal of invented medicine', short: 'J Inv Med', issn: '9999-9994' },
  volume: '3',
  issue: '1',
  pages: '11-29',
  pubDate: '<Year>2026</Year><Month>Dec</Month><Day>1</Day>',
  articleDate: '<Year>2026</Year><Month>11</Month><Day>20</Day>',
  created: '2026-11-23',
  mesh: ['Lanterns'],
  types: ['Journal Article'],
  doi: '10.5555/jim.2026.1',
  ...changes,
})

/** `count` articles whose records were made on `day`, with consecutive PMIDs and invented titles. */
export const simCreated = (
  count: number,
  day: string,
  first: number,
  changes: Partial<SimArticle> = {},
): SimArticle[] =>
  Array.from({ length: count }, (_, index) =>
    simArticle({
      pmid: String(first + index),
      title: `Glow of lanterns in winter, part ${first + index}.`,
      doi: `10.5555/jim.${first + index}`,
      created: day,
      ...changes,
    }),
  )

/** Whether a record has its abstract at an instant. */
export const hasAbstract = ({ abstract, abstractFrom }: SimArticle, at: Date): boolean =>
  abstract !== undefined && (abstractFrom ?? at) <= at

/** A record as efetch renders it. */
export function renderArticle(article: SimArticle, at: Date): string {
  const { pmid, title, journal, book, types = [], mesh = [], corrections = [] } = article
  const abstract = hasAbstract(article, at)
    ? `<Abstract>${article.abstract?.map(renderSection).join('')}</Abstract>`
    : ''
  const authors = `<AuthorList CompleteYN="Y">${article.authors.map(renderAuthor).join('')}</AuthorList>`
  const ids =
    `<ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId>` +
    (article.doi ? `<ArticleId IdType="doi">${escapeXml(article.doi)}</ArticleId>` : '') +
    (article.pmc ? `<ArticleId IdType="pmc">${article.pmc}</ArticleId>` : '') +
    '</ArticleIdList>'
  const history =
    `<History><PubMedPubDate PubStatus="received"><Year>2026</Year><Month>1</Month><Day>2</Day></PubMedPubDate>` +
    `<PubMedPubDate PubStatus="pubmed">${dateOf(article.entered ?? article.created)}<Hour>6</Hour></PubMedPubDate>` +
    `<PubMedPubDate PubStatus="entrez">${dateOf(article.created)}<Hour>3</Hour><Minute>12</Minute></PubMedPubDate></History>`
  if (book !== undefined)
    return (
      `<PubmedBookArticle><BookDocument><PMID Version="1">${pmid}</PMID><Book><BookTitle>${book}</BookTitle>` +
      `<PubDate>${article.pubDate}</PubDate></Book><ArticleTitle>${title}</ArticleTitle>${authors}${abstract}` +
      `</BookDocument><PubmedBookData>${history}${ids}</PubmedBookData></PubmedBookArticle>`
    )
  return (
    `<PubmedArticle><MedlineCitation Status="Publisher" Owner="NLM"><PMID Version="1">${pmid}</PMID>` +
    `<DateRevised>${dateOf(article.created)}</DateRevised><Article PubModel="Print-Electronic"><Journal>` +
    `<ISSN IssnType="Electronic">${journal.issn}</ISSN><JournalIssue CitedMedium="Internet">` +
    element('Volume', article.volume) +
    element('Issue', article.issue) +
    `<PubDate>${article.pubDate}</PubDate></JournalIssue><Title>${journal.title}</Title>` +
    `<ISOAbbreviation>${journal.short}</ISOAbbreviation></Journal><ArticleTitle>${title}</ArticleTitle>` +
    (article.pages ? `<Pagination><MedlinePgn>${article.pages}</MedlinePgn></Pagination>` : '') +
    abstract +
    authors +
    `<Language>eng</Language><PublicationTypeList>${types.map((type) => element('PublicationType', type)).join('')}</PublicationTypeList>` +
    (article.articleDate ? `<ArticleDate DateType="Electronic">${article.articleDate}</ArticleDate>` : '') +
    '</Article>' +
    (corrections.length > 0
      ? `<CommentsCorrectionsList>${corrections.map(renderCorrection).join('')}</CommentsCorrectionsList>`
      : '') +
    `<MeshHeadingList>${mesh.map((name) => `<MeshHeading><DescriptorName>${name}</DescriptorName></MeshHeading>`).join('')}</MeshHeadingList>` +
    `</MedlineCitation><PubmedData>${history}<PublicationStatus>aheadofprint</PublicationStatus>${ids}` +
    '<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.5555/other</ArticleId></ArticleIdList></Reference></ReferenceList>' +
    '</PubmedData></PubmedArticle>'
  )
}

const element = (name: string, text: string | undefined) => (text ? `<${name}>${text}</${name}>` : '')

const renderSection = (section: string | { label: string; text: string }) =>
  typeof section === 'string'
    ? element('AbstractText', section)
    : `<AbstractText Label="${section.label}">${section.text}</AbstractText>`

const renderAuthor = ({ family, given, suffix, group, affiliation, orcid, isWrong }: SimAuthor) =>
  `<Author ValidYN="${isWrong ? 'N' : 'Y'}">${element('LastName', family)}${element('ForeName', given)}` +
  `${element('Suffix', suffix)}${element('CollectiveName', group)}` +
  (orcid ? `<Identifier Source="ORCID">${orcid}</Identifier>` : '') +
  (affiliation ? `<AffiliationInfo><Affiliation>${affiliation}</Affiliation></AffiliationInfo>` : '') +
  '</Author>'

const renderCorrection = ({ refType, source, pmid }: { refType: string; source: string; pmid?: string }) =>
  `<CommentsCorrections RefType="${refType}"><RefSource>${source}</RefSource>${pmid ? `<PMID Version="1">${pmid}</PMID>` : ''}</CommentsCorrections>`
