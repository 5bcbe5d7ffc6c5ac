import { describe, expect, test } from 'bun:test'
import { calibrate, probabilityOf } from '#api/ranking/questions/questionBar.ts'
import {
  askQuestion,
  barFor,
  hasQuestionWords,
  indexQuestionBackground,
  precisionOf,
  probabilityFor,
  type QuestionPaper,
} from '#api/ranking/questions/question.ts'
import { countTerms, sumFrequencies } from '#api/ranking/ranker.ts'
import { seededRandom } from '#api/ranking/features/random.ts'

const random = seededRandom(11)
const words = Array.from({ length: 400 }, (_, index) => `zol${index.toString(26)}mek`)
const draw = () => words[Math.floor(random() ** 2 * words.length)]!
const text = (length: number) => Array.from({ length }, draw).join(' ')
const paperOf = (id: string, title: string, abstract: string): QuestionPaper => ({
  id,
  terms: countTerms({ title, abstract }),
  vector: null,
  space: null,
})

// A quarter of the papers have "segmentation"; none has "lanterns".
const papers = Array.from({ length: 600 }, (_, index) =>
  paperOf(`p${index}`, `${index % 4 === 0 ? 'segmentation' : ''} ${text(6)}`, text(60)),
)
const answer = paperOf('answer', 'Calibrated lanterns in segmentation', `Lanterns are calibrated. ${text(50)}`)
const frequencies = sumFrequencies([...papers.map(({ terms }) => terms), answer.terms, answer.terms], 1)
const space = { frequencies, background: indexQuestionBackground(papers) }
const ask = (question: string, judged: Parameters<typeof askQuestion>[1] = []) =>
  askQuestion({ text: question, meaning: null }, judged, space)
const QUESTION = 'Does anyone calibrate lanterns for segmentation?'

describe('A question', () => {
  test('finds the paper that answers it, and nothing on a day without one', () => {
    const asked = ask(QUESTION)
    const bar = barFor(asked, 'usual')
    expect(probabilityFor(asked, answer)).toBeGreaterThan(bar)
    expect(papers.filter((paper) => probabilityFor(asked, paper) >= bar)).toEqual([])
  })

  test('gets the same probability for a paper, whatever else is announced', () => {
    // The scale comes from random papers of the library, not from the day.
    const [one, other] = [ask(QUESTION), ask(QUESTION)]
    for (const paper of [answer, ...papers.slice(0, 20)])
      expect(probabilityFor(one, paper)).toBe(probabilityFor(other, paper))
  })

  test('weighs no words that say nothing, and hardly the words of every paper', () => {
    const polite = ask('Could you please tell whether there is anyone who would calibrate lanterns for segmentation?')
    const known = polite.measured.query.words
    expect(known.size).toBe(ask('please tell calibrate lanterns segmentation').measured.query.words.size)
    const { words: weights } = ask('segmentation lanterns').measured.query
    const [common = 0, rare = 0] = [...weights.values()]
    expect(rare).toBeGreaterThan(3 * common)
  })

  test('needs a word that papers can be compared by', () => {
    for (const good of ['graphs', 'GPT-4', '$\\alpha$-RuCl$_3$ spin', '<b>bold</b> lanterns', '图像分割的不确定性'])
      expect([good, hasQuestionWords(good)]).toEqual([good, true])
    for (const bad of ['does anyone', 'a', 'R', '??', 'τη μηχανική μάθηση', 'τη μηχανική μάθηση', ''])
      expect([bad, hasQuestionWords(bad)]).toEqual([bad, false])
  })

  test('is asked by words where the vectors are of another space', () => {
    const vector = Float32Array.of(1, 0)
    const other = {
      frequencies,
      background: indexQuestionBackground(papers.map((one) => ({ ...one, vector, space: 'b' }))),
    }
    const asked = askQuestion({ text: QUESTION, meaning: { vector, space: 'a' } }, [], other)
    expect(asked.measured.meaning).toBeNull()
    expect(probabilityFor(asked, { ...answer, vector, space: 'b' })).toBeCloseTo(
      probabilityFor(ask(QUESTION), answer),
      9,
    )
  })

  test('prefers papers near in meaning', () => {
    const near = Float32Array.of(1, 0)
    const vectors = papers.map((one, index) => {
      const angle = (index / papers.length) * 2 * Math.PI
      return { ...one, vector: Float32Array.of(Math.cos(angle), Math.sin(angle)), space: 'm' }
    })
    const withVectors = { frequencies, background: indexQuestionBackground(vectors) }
    const asked = askQuestion({ text: QUESTION, meaning: { vector: near, space: 'm' } }, [], withVectors)
    const of = (vector: Float32Array) => probabilityFor(asked, { ...answer, vector, space: 'm' })
    expect(of(near)).toBeGreaterThan(of(Float32Array.of(0, 1)))
    expect(of(Float32Array.of(0, 1))).toBeGreaterThan(of(Float32Array.of(-1, 0)))
  })
})

const like = (id: string) => paperOf(id, 'Ropes of sand', `Sand ropes hold a moored lantern. ${text(50)}`)
const yes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ paper: like(`y${index}`), isAnswer: true }))
const no = (count: number) => papers.slice(0, count).map((paper) => ({ paper, isAnswer: false }))
/** The probability at the score -2 after so many equal examples there. */
const at = (count: number, isAnswer: boolean) =>
  probabilityOf(calibrate(Array.from({ length: count }, () => ({ score: -2, isAnswer }))), -2)

const judged = (vector: Float32Array, isAnswer: boolean) => ({ paper: { ...like('y'), vector, space: 'm' }, isAnswer })

describe('What the reader says', () => {
  test('turns the question to papers like the answers', () => {
    const before = probabilityFor(ask(QUESTION), like('x'))
    const after = probabilityFor(ask(QUESTION, [...yes(5), ...no(5)]), like('x'))
    expect(before).toBeLessThan(0.1)
    expect(after).toBeGreaterThan(0.5)
    expect(probabilityFor(ask(QUESTION, [...yes(5), ...no(5)]), papers[50]!)).toBeLessThan(0.1)
  })

  test('adds terms of the answers, and turns the direction to them and away from the others', () => {
    const learned = ask(QUESTION, [...yes(5), ...no(5)]).measured.query.words
    const added = [...learned.keys()].filter((id) => !ask(QUESTION).measured.query.words.has(id))
    const rope = countTerms({ title: '', abstract: 'rope' }).ids[0]!
    expect([added.length, added.includes(rope)]).toEqual([20, true])
    const [up, right] = [Float32Array.of(0, 1), Float32Array.of(1, 0)]
    const meaning = { vector: right, space: 'm' }
    const turn = (...examples: ReturnType<typeof judged>[]) =>
      askQuestion({ text: QUESTION, meaning }, examples, space).measured.query.vector![1]!
    expect(turn(judged(up, true))).toBeGreaterThan(0.2)
    expect(turn(judged(up, true), judged(up, true))).toBeGreaterThan(turn(judged(up, true)))
    expect(turn(judged(up, false))).toBeLessThan(-0.05)
  })

  test('calibrates the bar, and three examples less than thirty', () => {
    expect(at(0, true)).toBeCloseTo(1 / (1 + Math.exp(2)), 9)
    expect([at(3, true) > at(0, true), at(30, true) > at(3, true)]).toEqual([true, true])
    expect([at(3, false) < at(0, false), at(30, false) < at(3, false)]).toEqual([true, true])
    expect(at(3, true)).toBeLessThan(0.8)
    expect(at(30, true)).toBeGreaterThan(0.9)
  })

  test('never makes an unlikely paper likely because of examples that contradict each other', () => {
    const scores = [-12, -8, -3, 0, 4, 9]
    for (let seed = 0; seed < 200; seed++) {
      const examples = Array.from({ length: 1 + (seed % 40) }, () => ({
        score: -14 + 26 * random(),
        isAnswer: random() < (seed % 7) / 6,
      }))
      const calibration = calibrate(examples)
      const probabilities = scores.map((score) => probabilityOf(calibration, score))
      expect(probabilities.every((one) => one >= 0 && one <= 1)).toBe(true)
      expect(probabilities).toEqual(probabilities.toSorted((one, other) => one - other))
      expect(calibration.slope).toBeGreaterThanOrEqual(0.4 - 1e-9)
      // At the mode no small step makes the posterior larger.
      const posterior = (shift: number, slope: number) =>
        examples.reduce(
          (sum, { score, isAnswer }) => {
            const value = (isAnswer ? 1 : -1) * (shift + slope * score)
            return sum - (value > 0 ? Math.log1p(Math.exp(-value)) : Math.log1p(Math.exp(value)) - value)
          },
          -0.5 * (shift / 2) ** 2 - 0.5 * ((slope - 1) / 0.3) ** 2,
        )
      const { shift, slope } = calibration
      const most = posterior(shift, slope)
      for (const [byShift, bySlope] of [
        [0.01, 0],
        [-0.01, 0],
        [0, 0.01],
        [0, -0.01],
      ] as const)
        if (slope + bySlope >= 0.4) expect(posterior(shift + byShift, slope + bySlope)).toBeLessThanOrEqual(most + 1e-9)
    }
  })

  test('moves the bar by its three positions, which are careful before there are three examples', () => {
    const [without, taught] = [ask(QUESTION), ask(QUESTION, no(3))]
    const bars = (asked: typeof without) => (['fewer', 'usual', 'more'] as const).map((one) => barFor(asked, one))
    expect(bars(taught)[1]).toBe(0.5)
    for (const asked of [without, taught]) expect(bars(asked)).toEqual(bars(asked).toSorted((a, b) => b - a))
    for (const [index, bar] of bars(taught).entries()) expect(bars(without)[index]).toBeGreaterThan(bar)
  })
})

describe('The precision', () => {
  test('has the interval of Wilson, and is unknown before the first judgement', () => {
    expect(precisionOf(0, 0)).toBeNull()
    const { value, low, high, n } = precisionOf(7, 9)!
    expect([value.toFixed(3), low.toFixed(3), high.toFixed(3), n]).toEqual(['0.778', '0.453', '0.937', 9])
    expect(precisionOf(3, 3)).toMatchObject({ value: 1, high: 1 })
    expect(precisionOf(3, 3)!.low.toFixed(3)).toBe('0.439')
    expect(precisionOf(0, 5)!.low).toBeCloseTo(0, 12)
  })
})
