import type { Command } from 'commander'
import { describeCitedSince, VERSION_MAX } from '#api/contract/limits.ts'
import type { SectionChange, TextChanges, TextPart } from '#api/contract/textChanges.ts'
import type { ChangedField, ChangePart, FieldChange, PaperChanges } from '#api/contract/versions.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { lookUp, waitForSource } from '../client/lookUp.ts'
import { pathPart } from '../client/pathPart.ts'
import { addExamples } from '../options/examples.ts'
import { parseWhole } from '../options/values.ts'
import type { Output } from '../terminal/output.ts'
import { cleanText, type Style } from '../terminal/style.ts'

interface ChangesOptions {
  from?: number
  to?: number
  text?: boolean
}

/** Adds the command for what changed between two versions of a paper. */
export function addChanges(papers: Command, run: Runner): void {
  const changes = papers
    .command('changes')
    .description('What changed from one version of a paper to another one, word by word.')
    .argument('<ref>', 'an arXiv id, a DOI or the address of a paper')
    .option('--from <version>', 'the older version; default: the one that you saw last', parseWhole(1, VERSION_MAX))
    .option('--to <version>', 'the newer version; default: the newest one', parseWhole(1, VERSION_MAX))
    .option('--text', 'the sections of the text that changed, for papers of arXiv with HTML of both versions')
    .action(
      run<ChangesOptions>('the versions could not be compared', async (context, { text, ...options }, [ref = '']) => {
        const { id } = await lookUp(context, ref)
        if (text) {
          const compared = await readTextChanges(context, id, options)
          context.out.data(compared, () => formatTextChanges(compared, context.out))
          return
        }
        const found = await readChanges(context, id, options)
        context.out.data(found, () => formatChanges(found, context.out))
        await noteCitations(context, id)
      }),
    )
  addExamples(changes, [
    'paperdawn papers changes 2511.01234',
    'paperdawn papers changes 2511.01234 --from 1 --to 3',
    'paperdawn papers changes 2511.01234 --text',
  ])
}

/** Says how many new papers cite a saved one since it was saved, if there are any. */
async function noteCitations({ client, out }: Context, id: string): Promise<void> {
  const { state } = await unwrap(client.papers({ id: pathPart(id) }).get())
  if (state.saved_item_id === undefined) return
  const { cited_since } = await unwrap(client.users.me['reading-list']({ id: pathPart(state.saved_item_id) }).get())
  if (cited_since) out.note(`Cited by ${describeCitedSince(cited_since)}: paperdawn list citations ${id}`)
}

/** Waits while a version is being asked for at its source. Throws as the API, and `timeout`. */
async function readChanges(
  { client, out, deadline }: Context,
  id: string,
  query: Pick<ChangesOptions, 'from' | 'to'>,
): Promise<PaperChanges> {
  let asked: number | undefined
  for (;;) {
    const answer = await unwrap(client.papers({ id: pathPart(id) }).changes.get({ query }))
    if (!('retry_after' in answer)) return answer
    if (asked !== answer.version) out.note(`Asking ${answer.source} for version ${answer.version}…`)
    asked = answer.version
    await waitForSource(answer, deadline)
  }
}

/** Waits while the texts are being asked for at their source. Throws as the API, and `timeout`. */
async function readTextChanges(
  { client, out, deadline }: Context,
  id: string,
  query: Pick<ChangesOptions, 'from' | 'to'>,
): Promise<TextChanges> {
  out.note('arXiv is asked for both versions, one at a time. This takes some seconds…')
  for (;;) {
    const answer = await unwrap(client.papers({ id: pathPart(id) }).changes.text.get({ query }))
    if (!('retry_after' in answer)) return answer
    await waitForSource(answer, deadline)
  }
}

const NAMES: Record<ChangedField, string> = {
  title: 'title',
  abstract: 'abstract',
  authors: 'authors',
  comment: 'comment',
  journal_ref: 'journal',
  categories: 'categories',
  license: 'licence',
}

/** Changes are coloured on a terminal that shows colours, and between brackets elsewhere. */
const markOf = (paint: Output['paint']): Mark => (paint('red', '-') === '-' ? bracketPart : paintPart(paint))

const wrapTo = (width: number | undefined) => (text: string) => (width === undefined ? text : Bun.wrapAnsi(text, width))

function formatChanges({ from, to, summary, fields }: PaperChanges, { paint, width }: Output): string {
  const mark = markOf(paint)
  const wrap = wrapTo(width)
  const head = `Version ${from} to version ${to}: ${cleanText(summary)}`
  const blocks = fields.map((field) => `${paint('bold', NAMES[field.field])}\n${wrap(formatField(field, mark))}`)
  return [wrap(head), ...blocks].join('\n\n')
}

/** The sections that changed, each with what changed, and at the end the names of the others. */
function formatTextChanges({ from, to, summary, sections, to_url }: TextChanges, { paint, width }: Output): string {
  const mark = markOf(paint)
  const wrap = wrapTo(width)
  const blocks = sections
    .filter((section) => !isSame(section))
    .map((section) => {
      const name = paint('bold', cleanText(section.name))
      const lines = section.is_left_out
        ? [`Too much changed to be shown here: ${cleanText(to_url)}`]
        : formatParts(section.parts, mark)
      return [wrap(`${name} (${cleanText(section.summary)})`), ...lines.map(wrap)].join('\n')
    })
  const same = sections.filter(isSame).map(({ name }) => cleanText(name))
  return [
    wrap(`Version ${from} to version ${to}, text: ${cleanText(summary)}`),
    ...blocks,
    ...(same.length > 0 && blocks.length > 0 ? [wrap(`The same: ${same.join('; ')}`)] : []),
  ].join('\n\n')
}

const isSame = ({ state, moved, old_title }: SectionChange) => state === 'same' && !moved && old_title === null

/** One line for each paragraph. One that moved begins with where it was, or is now. */
const formatParts = (parts: readonly TextPart[], mark: Mark): string[] =>
  parts
    .map((part, index) => {
      const { moved_from, moved_to, left_out } = part
      const isFirst = moved_from !== undefined && parts[index - 1]?.moved_from !== moved_from
      const place = moved_to === undefined ? (isFirst ? `from ${moved_from}` : '') : `to ${moved_to}`
      const note = left_out === undefined ? '' : ` [… ${left_out} words …] `
      const text = formatPart(moved_to === undefined ? part : { ...part, op: 'moved' }, mark)
      return `${place === '' ? '' : `(moved ${cleanText(place)}) `}${text}${note}`
    })
    .join('')
    .split(/\n\s*/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')

type Mark = (op: ChangePart['op'], text: string) => string

const formatField = ({ kind, parts }: FieldChange, mark: Mark): string =>
  parts
    .map((part, index) => {
      // Where its sentence ended the text, what was removed ends without a space.
      const isBeforeAdded = part.op === 'removed' && parts[index + 1]?.op === 'added' && kind === 'text'
      const text = formatPart(part, mark)
      return `${text}${isBeforeAdded && /\S$/.test(text) ? ' ' : ''}`
    })
    .join(kind === 'list' ? ', ' : '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** White space at the ends of a change is not marked. */
function formatPart({ op, segments }: ChangePart, mark: Mark): string {
  const text = segments.map((segment) => ('text' in segment ? segment.text : `$${segment.tex}$`)).join('')
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(cleanText(text)) ?? []
  return `${before}${mark(op, inner)}${after}`
}

const STYLES: Record<Exclude<ChangePart['op'], 'same'>, Style> = { added: 'green', removed: 'red', moved: 'yellow' }

const paintPart =
  (paint: Output['paint']): Mark =>
  (op, text) =>
    op === 'same' ? text : paint(STYLES[op], text)

const BRACKETS = { same: ['', ''], added: ['{+', '+}'], removed: ['[-', '-]'], moved: ['{>', '<}'] } as const

const bracketPart: Mark = (op, text) => {
  const [open, close] = BRACKETS[op]
  return `${open}${text}${close}`
}
