import { renderHook } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { MemoryRouter } from 'react-router-dom'
import { useGradualList } from '#web/components/lists/useGradualRows.ts'

interface Row {
  id: string
  saved: boolean
}

const rowsOf = (name: string, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, saved: false }))

/** Renders the list, with everything that was rendered, in order: the number of rows, the first one, and whether it is behind. */
function renderList(rows: readonly Row[]) {
  const rendered: [count: number, first: string, isBehind: boolean][] = []
  const hook = renderHook(
    (shown: readonly Row[]) => {
      const list = useGradualList(shown, ({ id }) => id)
      const [first] = list.rows
      rendered.push([list.rows.length, `${first?.id}${first?.saved ? ' saved' : ''}`, list.isBehind])
      return list
    },
    { initialProps: rows, wrapper: MemoryRouter },
  )
  return { ...hook, rendered }
}

test('A list is rendered with a few rows first, and the rows of a later one replace all of it at once', () => {
  const { rendered, rerender, result } = renderList(rowsOf('a', 20))
  expect(rendered[0]).toEqual([4, 'a0', false])
  expect(result.current).toMatchObject({ isBehind: false, rows: rowsOf('a', 20) })
  rendered.length = 0
  rerender(rowsOf('b', 10))
  expect(rendered[0]).toEqual([20, 'a0', true])
  expect(rendered.at(-1)).toEqual([10, 'b0', false])
})

test('A change inside of a row is rendered at once, and a shorter list shows no row that it lacks', () => {
  const rows = rowsOf('a', 20)
  const { rendered, rerender } = renderList(rows)
  rendered.length = 0
  rerender(rows.map((row) => ({ ...row, saved: true })))
  expect(rendered[0]).toEqual([20, 'a0 saved', false])
  rendered.length = 0
  rerender(rows.slice(0, 3))
  expect(rendered[0]).toEqual([3, 'a0', false])
})
