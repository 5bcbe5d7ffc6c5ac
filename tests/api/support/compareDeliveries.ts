import type { ExpectedDay, Expectation } from '#tests/simulators/oracle.ts'

/** The delivery of one day, as far as it is compared. */
export interface DeliveredDay {
  cards: readonly string[]
  places: Record<'seen_before' | 'older_version' | 'cross_list' | 'muted' | 'below_cut', readonly string[]>
  ledger: { announced: number; shown: number } & Record<string, number>
}

interface Comparison {
  reader: string
  expected: Expectation
  delivered: ReadonlyMap<string, DeliveredDay>
  days: readonly string[]
  /** Whether the product could read the announcement of the day. Otherwise it knows the day from OAI-PMH alone. */
  wasAnnouncementRead: (day: string) => boolean
}

export interface Difference {
  kind: 'lost' | 'twice' | 'wrong-day' | 'older' | 'late' | 'ledger'
  text: string
}

const nothing: ExpectedDay = { arrivals: new Set(), older: new Set(), late: new Set() }

/**
 * Compares the deliveries of one reader with what arXiv announced. On a day that is known from OAI-PMH alone, late
 * cross-lists are not compared, and neither are papers that became the reader's by one: OAI-PMH does not say when a
 * category was added.
 */
export function compareDeliveries({
  reader,
  expected,
  delivered,
  days,
  wasAnnouncementRead,
}: Comparison): Difference[] {
  const differences: Difference[] = []
  const shownOn = new Map<string, string>()
  const lateOn = new Map<string, string[]>()
  for (const [day, { late }] of expected.days) for (const id of late) lateOn.set(id, [...(lateOn.get(id) ?? []), day])
  /** Papers that became the reader's while the announcement could not be read. */
  const isUnsure = (id: string) => lateOn.get(id)?.some((day) => !wasAnnouncementRead(day)) ?? false
  const add = (kind: Difference['kind'], id: string, day: string, got: string) =>
    differences.push({ kind, text: `${kind}: ${reader}, ${id}, expected ${day}, got ${got}` })

  for (const day of days) {
    const due = expected.days.get(day) ?? nothing
    const got = delivered.get(day)
    const placed = new Set([...(got?.cards ?? []), ...(got?.places.below_cut ?? []), ...(got?.places.muted ?? [])])
    const older = new Set(got?.places.older_version)
    const late = new Set([...(got?.places.cross_list ?? []), ...(got?.places.seen_before ?? [])])
    for (const id of got?.cards ?? []) {
      const before = shownOn.get(id)
      if (before !== undefined) add('twice', id, before, `${before} and ${day}`)
      shownOn.set(id, day)
      const isDue = due.arrivals.has(id) || due.late.has(id) || expected.ambiguous.has(`${day} ${id}`)
      if (!isDue && !isUnsure(id)) add('wrong-day', id, expected.arrivedOn.get(id) ?? `no day`, `a card on ${day}`)
    }
    for (const id of due.arrivals) {
      const isWithdrawnSince = expected.withdrawn.has(id) && older.has(id)
      if (!placed.has(id) && !isWithdrawnSince) add('lost', id, day, whereElse(id) ?? 'nowhere')
    }
    // Ids whose announcement on this day is not known exactly: they may be counted or not.
    const free = new Set([...older, ...late, ...due.older, ...due.late, ...placed].filter(isUnsure))
    for (const id of due.older)
      if (!older.has(id) && !free.has(id)) add('older', id, day, 'not among the older versions')
    for (const id of older)
      if (!due.older.has(id) && !free.has(id) && !(expected.withdrawn.has(id) && due.arrivals.has(id)))
        add('older', id, 'no new version', `an older version on ${day}`)
    if (wasAnnouncementRead(day)) {
      for (const id of due.late)
        if (!late.has(id) && !placed.has(id) && !free.has(id)) add('late', id, day, 'not among the cross-lists')
      for (const id of late)
        if (!due.late.has(id) && !free.has(id) && !expected.ambiguous.has(`${day} ${id}`))
          add('late', id, 'no cross-list for this reader', `a cross-list on ${day}`)
    }
    checkLedger(day, got)
  }
  return differences

  function whereElse(id: string): string | undefined {
    for (const [day, { cards, places }] of delivered) {
      if (cards.includes(id)) return `a card on ${day}`
      for (const [place, ids] of Object.entries(places)) if (ids.includes(id)) return `${place} on ${day}`
    }
    return undefined
  }

  function checkLedger(day: string, got: DeliveredDay | undefined): void {
    if (got === undefined) return
    const { announced, ...counts } = got.ledger
    const sum = Object.values(counts).reduce((total, count) => total + count, 0)
    const listed = Object.values(got.places).reduce((total, ids) => total + ids.length, got.cards.length)
    if (announced !== sum || announced !== listed || counts.shown !== got.cards.length)
      differences.push({
        kind: 'ledger',
        text: `ledger: ${reader}, ${day}: announced ${announced}, sum ${sum}, listed ${listed}`,
      })
  }
}
