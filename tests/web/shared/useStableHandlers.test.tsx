import { renderHook } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { useStableHandlers } from '#web/shared/useStableHandlers.ts'

test('Stable handlers are the same in all renders, and call those of the last one with their arguments', () => {
  const calls: string[] = []
  const { result, rerender } = renderHook(
    ({ day }) =>
      useStableHandlers({ open: (paper: string, place: number) => void calls.push(`${day} ${paper} ${place}`) }),
    { initialProps: { day: 'Monday' } },
  )
  const first = result.current
  first.open('a', 1)
  rerender({ day: 'Tuesday' })
  expect(result.current).toBe(first)
  first.open('b', 2)
  expect(calls).toEqual(['Monday a 1', 'Tuesday b 2'])
})
