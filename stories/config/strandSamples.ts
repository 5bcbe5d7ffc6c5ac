import type { Strand, StrandMember, Strands } from '#api/contract/strands.ts'

const herons: StrandMember[] = [
  { id: 'arxiv:2611.00101', text: 'Foraging of herons in tidal marshes' },
  { id: 'arxiv:2611.00102', text: 'Counting wading birds from the air' },
  { id: 'topic:reed beds', text: 'reed beds' },
]
const glass: StrandMember[] = [
  { id: 'arxiv:2611.00103', text: 'Cooling rates of blown glass' },
  { id: 'arxiv:2611.00104', text: 'A furnace with less smoke' },
]

const toStrand = (id: string, name: string, items: StrandMember[], changes: Partial<Strand> = {}): Strand => ({
  id,
  name,
  share: 0,
  share_set: false,
  paused: false,
  from: 'proposed',
  papers: items.length,
  paper_ids: items.map((one) => one.id),
  items,
  ...changes,
})

const listOf = (items: Strand[], rest: StrandMember[] = []): Strands => ({
  items,
  total: items.length,
  rest: { papers: rest.length, items: rest },
})

export const noStrands = listOf([], herons)
export const proposedStrands = listOf([
  toStrand('h', 'wading herons, tidal marshes', herons),
  toStrand('g', 'blown glass', glass),
])
export const keptStrands = listOf(
  [
    toStrand('h', 'Wading herons', herons, { from: 'named', share: 0.75, share_set: true, papers: 44 }),
    toStrand('g', 'Blown glass', glass, { from: 'named', share: 0.25 }),
    toStrand('k', 'kites', [{ id: 'arxiv:2611.00105', text: 'Kites that steer themselves' }]),
  ],
  [{ id: 'arxiv:2611.00106', text: 'Lanterns in the wind' }],
)
export const quietStrands = listOf([
  toStrand('h', 'Wading herons', herons, { from: 'named', share: 1 }),
  toStrand('g', 'Blown glass', glass, { from: 'named', paused: true }),
  toStrand('k', 'Kites', glass, { from: 'named', share: 0, share_set: true }),
  toStrand('e', `Interest with a name of sixty letters ${'x'.repeat(22)}`, [], { from: 'named' }),
])

/** A reader whose papers are all on one field. */
export const oneGroup: Strands = { ...noStrands, rest: { papers: 12, items: [] } }
