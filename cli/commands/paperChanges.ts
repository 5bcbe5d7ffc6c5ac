import type { Command } from 'commander'
import { describeCitedSince, VERSION_MAX } from '#api/contract/limits.ts'
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
}

/** Adds the command for what changed between two versions of a paper. */
export function addChanges(papers: Command, run: Runner): void {
  const changes = papers
    .command('changes')
    .description('What changed from one version of a paper to another one, word by word.')
    .argument('<ref>', 'an arXiv id, a DOI or the address of a paper')
    .option('--from <version>', 'the older version; default: the one that you saw last', parseWhole(1, VERSION_MAX))
    .option('--to <version>', 'the newer version; default: the newest one', parseWhole(1, VERSION_MAX))
    .action(
      run<ChangesOptions>('the versions could not be compared', async (context, options, [ref = '']) => {
        const { id } = await lookUp(context, ref)
        const found = await readChanges(context, id, options)
        context.out.data(found, () => formatChanges(found, context.out))
        await noteCitations(context, id)
      }),
    )
  addExamples(changes, ['paperdawn papers changes 2511.01234', 'paperdawn papers changes 2511.01234 --from 1 --to 3'])
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
  query: ChangesOptions,
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
function formatChanges({ from, to, summary, fields }: PaperChanges, { paint, width }: Output): string {
  const isColoured = paint('red', '-') !== '-'
  const mark = isColoured ? paintPart(paint) : bracketPart
  const wrap = (text: string) => (width === undefined ? text : Bun.wrapAnsi(text, width))
  const head = `Version ${from} to version ${to}: ${cleanText(summary)}`
  const blocks = fields.map((field) => `${paint('bold', NAMES[field.field])}\n${wrap(formatField(field, mark))}`)
  return [wrap(head), ...blocks].join('\n\n')
}

type Mark = (op: ChangePart['op'], text: string) => string

const formatField = ({ kind, parts }: FieldChange, mark: Mark): string =>
  parts
    .map(({ op, segments }, index) => {
      const text = segments.map((segment) => ('text' in segment ? segment.text : `$${segment.tex}$`)).join('')
      // White space at the ends of a change is not marked.
      const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(cleanText(text)) ?? []
      // Where its sentence ended the text, what was removed ends without a space.
      const isBeforeAdded = op === 'removed' && parts[index + 1]?.op === 'added' && kind === 'text'
      return `${before}${mark(op, inner)}${after || (isBeforeAdded ? ' ' : '')}`
    })
    .join(kind === 'list' ? ', ' : '')
    .replaceAll(/\s+/g, ' ')
    .trim()

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
