import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { IndexedPaper } from '#api/search/searchIndex.ts'

/** A collection of papers, and questions whose relevant papers are known. */
export interface JudgedSet {
  name: string
  papers: IndexedPaper[]
  /** The judged questions. */
  questions: { text: string; relevant: ReadonlySet<string> }[]
}

/**
 * Reads the collections that are in `folder`: Cranfield (aerodynamics, 1967), MEDLARS (medicine), NPL (electronics) and
 * SciFact (claims of biomedicine).
 */
export const readJudgedSets = (folder: string): JudgedSet[] =>
  [readCranfield, readMed, readNpl, readSciFact].flatMap((read) => read(folder) ?? [])

function readCranfield(folder: string): JudgedSet | null {
  const read = reader(folder, 'cranfield')
  if (!read) return null
  const papers = readEntries(read('docs.txt.gz')).map(({ I, T = '', A = '', W = '' }, index) =>
    // The text repeats the title at its start.
    toPaper({ id: `${Number(I)}`, title: T, abstract: W.startsWith(T) ? W.slice(T.length) : W, author: A }, index),
  )
  // The relevance judgements number the questions by their order from 1, not by their `.I` number.
  const texts = readEntries(read('queries.txt')).map(({ W = '' }, index) => [`${index + 1}`, W] as const)
  // -1 is an abstract that was judged as not relevant.
  const judgements = readRows(read('qrels-dev.txt')).filter(([, , grade]) => Number(grade) > 0)
  return { name: 'Cranfield', papers, questions: judge(texts, judgements) }
}

function readMed(folder: string): JudgedSet | null {
  const read = reader(folder, 'med')
  if (!read) return null
  const papers = readEntries(read('docs.txt.gz')).map(({ I, W = '' }, index) => {
    // The first sentence is the title.
    const [title = '', abstract = ''] = splitAt(W, ' . ')
    return toPaper({ id: `${Number(I)}`, title, abstract }, index)
  })
  const texts = readEntries(read('queries.txt')).map(({ I, W = '' }) => [`${Number(I)}`, W] as const)
  const judgements = readRows(read('qrels-dev.txt')).map(([question = '', , paper = '']) => [question, paper])
  return { name: 'MED', papers, questions: judge(texts, judgements) }
}

function readNpl(folder: string): JudgedSet | null {
  const read = reader(folder, 'npl')
  if (!read) return null
  const papers = [...read('docs.trec.gz').matchAll(/<DOCNO>(\d+)<\/DOCNO>([^]*?)<\/DOC>/g)].map(
    ([, id = '', text = ''], index) => {
      // Two spaces follow the title.
      const [title = '', abstract = ''] = splitAt(text.replaceAll('\n', ' ').trim(), '  ')
      return toPaper({ id, title, abstract }, index)
    },
  )
  const texts = [...read('queries.trec').matchAll(/<num>(\d+)<\/num><title>([^]*?)<\/title>/g)].map(
    ([, id = '', text = '']) => [id, text.trim().toLowerCase()] as const,
  )
  const judgements = readRows(read('qrels-dev.txt')).map(([question = '', , paper = '']) => [question, paper])
  return { name: 'NPL', papers, questions: judge(texts, judgements) }
}

function readSciFact(folder: string): JudgedSet | null {
  const read = reader(folder, 'scifact')
  if (!read) return null
  const papers = readLines(read('docs.jsonl.gz')).map((line, index) =>
    toPaper(JSON.parse(line) as { id: string; title: string; abstract: string }, index),
  )
  const claims = readLines(read('claims-dev.jsonl')).map(
    (line) => JSON.parse(line) as { claim: string; relevant: string[] },
  )
  const questions = claims.map(({ claim, relevant }) => ({ text: claim, relevant: new Set(relevant) }))
  return { name: 'SciFact', papers, questions }
}

/** Returns a function that reads a file of the collection; null when the collection is not in the folder. */
function reader(folder: string, name: string): ((file: string) => string) | null {
  if (!['docs.txt.gz', 'docs.trec.gz', 'docs.jsonl.gz'].some((file) => existsSync(join(folder, `${name}-${file}`))))
    return null
  return (file) => {
    const bytes = readFileSync(join(folder, `${name}-${file}`))
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  }
}

/** Entries of the SMART format: lines ".I number", then ".T", ".A", ".B", ".W", each followed by its text. */
function readEntries(text: string): Partial<Record<string, string>>[] {
  return text
    .split(/^\.I /m)
    .slice(1)
    .map((entry) => {
      const [number = '', ...fields] = entry.split(/^\.(?=[TABW]\s*$)/m)
      const texts = fields.map((field) => [field.slice(0, 1), field.slice(1).replace(/\s+/g, ' ').trim()])
      return Object.fromEntries([['I', number.trim()], ...texts])
    })
}

const readLines = (text: string): string[] => text.trim().split('\n')

const readRows = (text: string): string[][] => readLines(text).map((line) => line.trim().split(/\s+/))

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

interface Text {
  id: string
  title: string
  abstract: string
  author?: string
}

const toPaper = ({ id, title, abstract, author = '' }: Text, index: number): IndexedPaper => ({
  id,
  seq: index + 1,
  title,
  abstract,
  authors: author === '' ? [] : [author],
  categories: [],
  doi: null,
  dated_at: null,
})

/** Joins questions and their judgements `[question, paper]`. */
function judge(
  texts: readonly (readonly [id: string, text: string])[],
  judgements: readonly string[][],
): JudgedSet['questions'] {
  const byQuestion = Map.groupBy(judgements, ([question = '']) => question)
  return texts.flatMap(([id, text]) => {
    const found = byQuestion.get(id)
    return found ? [{ text, relevant: new Set(found.map(([, paper = '']) => paper)) }] : []
  })
}
