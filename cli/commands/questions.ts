import type { Command } from 'commander'
import type { AllAnswers, JudgementInput, Question } from '#api/contract/questions.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { addExamples } from '../options/examples.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { cleanText } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<Question>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'question', value: ({ text }) => text, truncatable: true, least: 24 },
  { title: 'bar', hideable: true, value: ({ bar }) => bar },
  {
    title: 'state',
    value: ({ paused, state }) => (paused ? 'paused' : state === 'ready' ? 'ready' : 'needs examples'),
  },
  { title: 'right', hideable: true, value: ({ precision }) => describePrecision(precision) },
]

const describePrecision = (precision: Question['precision']): string =>
  precision === null ? '' : `${Math.round(precision.value * precision.n)} of ${precision.n}`

type Row = { question: string; paper: string; title: string; judged: string }
const answerColumns: readonly Column<Row>[] = [
  { title: 'paper', value: ({ paper }) => paper },
  { title: 'title', value: ({ title }) => title, truncatable: true, least: 24 },
  { title: 'judged', hideable: true, value: ({ judged }) => judged },
  { title: 'question', hideable: true, value: ({ question }) => question, truncatable: true },
]

const rowsOf = (day: AllAnswers): Row[] =>
  day.items.flatMap(({ question, answers }) =>
    answers.map(({ paper, value }) => ({
      question: question.text,
      paper: paper.id,
      title: paper.title,
      judged: value ?? '',
    })),
  )

/** Adds the commands of standing questions. */
export function addQuestions(program: Command, run: Runner): void {
  const questions = program.command('questions').description('Questions that are asked of the new papers of every day.')
  questions
    .command('list', { isDefault: true })
    .description('Your questions, and how many of their answers were right.')
    .action(
      run('the questions could not be read', async ({ client, out }) => {
        const list = await unwrap(client.users.me.questions.get())
        out.list({ ...list, skip: 0 }, columns, 'No questions. Ask one: paperdawn questions add "Who …?"')
      }),
    )
  questions
    .command('add')
    .description('Ask a question in words, from the newest day on.')
    .argument('<words...>', 'the question')
    .action(
      run('the question was not stored', async ({ client, out }, _options, words) => {
        const question = await unwrap(client.users.me.questions.post({ text: words.join(' ') }))
        out.data(question, () => `Asked every day: ${cleanText(question.text)} (${question.id})`)
      }),
    )
  const answers = questions
    .command('answers')
    .description('What your questions found on a day.')
    .option('--day <day>', 'the announcement day, YYYY-MM-DD; default: the newest one')
    .action(
      run<{ day?: string }>('the answers could not be read', async ({ client, out }, { day }) => {
        const query = day === undefined ? {} : { day }
        const found = await unwrap(client.users.me.questions.answers.get({ query }))
        const items = rowsOf(found)
        out.data(found, () => (items.length === 0 ? 'Nothing on this day.' : out.table(answerColumns, items)))
      }),
    )
  questions
    .command('judge')
    .description('Say whether a paper answers a question; "none" takes it back.')
    .argument('<id>', 'id of the question')
    .argument('<paper>', 'id of the paper, for example arxiv:2511.01234')
    .argument('<value>', 'yes, no or none')
    .action(
      run('the paper was not judged', async ({ client, out }, _options, [id = '', paper_id = '', value = '']) => {
        if (!isValue(value)) throw new Failure('usage', `"${value}" is not one of yes, no and none.`)
        const question = await unwrap(
          client.users.me.questions({ id: pathPart(id) }).examples.post({ paper_id, value }),
        )
        const right = describePrecision(question.precision)
        out.data(question, () => `Judged: ${value}${right && `. Right so far: ${right}`}`)
      }),
    )
  questions
    .command('remove')
    .description('Stop asking a question. It can be restored on the web for 30 days.')
    .argument('<id>', 'id of the question')
    .action(
      run('the question was not removed', async ({ client, out }, _options, [id = '']) => {
        await unwrap(client.users.me.questions({ id: pathPart(id) }).delete())
        out.data({ id, removed: true }, () => `Removed: ${cleanText(id)}`)
        return EXIT.ok
      }),
    )
  addExamples(questions, [
    'paperdawn questions add "Does anyone calibrate segmentation without retraining?"',
    'paperdawn questions answers --json',
    'paperdawn questions judge 6f1c arxiv:2511.01234 yes',
  ])
  addExamples(answers, ['paperdawn questions answers --day 2026-11-20'])
}

const isValue = (value: string): value is JudgementInput['value'] => ['yes', 'no', 'none'].includes(value)
