import { cleanText, type Paint, type Style } from './style.ts'

export interface Column<Row> {
  title: string
  value: (row: Row) => string | number
  /** Right-aligned, for numbers. */
  right?: boolean
  /** May be truncated when the terminal is too narrow; never when the output is piped. */
  truncatable?: boolean
  /** The narrowest that it is truncated to, in columns; other columns are hidden before. Default: 8. */
  least?: number
  /** Hidden, rightmost first, when the table does not fit even with truncated columns. */
  hideable?: boolean
  /** Colour that repeats what the text says, never the only sign of it. */
  style?: (row: Row) => Style | undefined
}

const GAP = '  '
const LEAST = 8

interface Options {
  /** In terminal columns; undefined does not limit it. */
  width: number | undefined
  paint: Paint
}

/** Formats aligned columns below a line of titles. */
export function formatTable<Row>(
  allColumns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, paint }: Options,
): string {
  const columns = width === undefined ? allColumns : chooseColumns(allColumns, rows, width)
  const cells = rows.map((row) => columns.map((column) => cellOf(column, row)))
  const titles = columns.map(({ title }) => title.toUpperCase())
  const widths = columns.map((column) => measure(column, rows))
  if (width !== undefined) shrink(columns, widths, width)

  const line = (texts: readonly string[], styleAt: (at: number) => Style | undefined) =>
    texts
      .map((text, at) => {
        const cellWidth = widths[at] ?? 0
        const cut = truncate(text, cellWidth)
        const pad = ' '.repeat(cellWidth - widthOf(cut))
        const style = styleAt(at)
        const painted = style ? paint(style, cut) : cut
        return columns[at]?.right ? pad + painted : painted + pad
      })
      .join(GAP)
      .trimEnd()
  return [
    line(titles, () => 'dim'),
    ...rows.map((row, index) => line(cells[index] ?? [], (at) => columns[at]?.style?.(row))),
  ].join('\n')
}

/** Formats one "name  value" line per fact, with the values aligned. */
export function formatFacts(facts: readonly (readonly [name: string, value: string | number])[]): string {
  const nameWidth = Math.max(...facts.map(([name]) => name.length))
  return facts.map(([name, value]) => `${name.padEnd(nameWidth)}  ${cleanText(String(value))}`.trimEnd()).join('\n')
}

const widthOf = (text: string) => Bun.stringWidth(text)

function cellOf<Row>({ value }: Column<Row>, row: Row): string {
  return cleanText(String(value(row))).replaceAll(/\s+/g, ' ')
}

const measure = <Row>(column: Column<Row>, rows: readonly Row[]): number =>
  rows.reduce((most, row) => Math.max(most, widthOf(cellOf(column, row))), widthOf(column.title))

const leastOf = <Row>({ least = LEAST }: Column<Row>): number => least

function chooseColumns<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number) {
  const chosen = columns.map((column) => {
    const full = measure(column, rows)
    return { column, least: column.truncatable ? Math.min(full, leastOf(column)) : full }
  })
  while (chosen.reduce((sum, { least }) => sum + least + GAP.length, -GAP.length) > width) {
    const hideable = chosen.findLastIndex(({ column }) => column.hideable)
    if (hideable < 0) break
    chosen.splice(hideable, 1)
  }
  return chosen.map(({ column }) => column)
}

/** Narrows the widest column that may shrink until the line fits or no column can shrink further. */
function shrink<Row>(columns: readonly Column<Row>[], widths: number[], width: number): void {
  let excess = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1)) - width
  while (excess > 0) {
    let widest = -1
    for (const [at, each] of widths.entries())
      if (columns[at]?.truncatable && each > leastOf(columns[at]) && each > (widths[widest] ?? 0)) widest = at
    if (widest < 0) return
    widths[widest] = (widths[widest] ?? 0) - 1
    excess -= 1
  }
}

function truncate(text: string, maxWidth: number): string {
  if (widthOf(text) <= maxWidth) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(cut + segment) > maxWidth - 1) break
    cut += segment
  }
  return `${cut}…`
}
