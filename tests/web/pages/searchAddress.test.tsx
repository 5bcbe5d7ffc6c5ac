import { act, renderHook } from '@testing-library/react'
import { describe, expect, jest, test } from 'bun:test'
import { MemoryRouter } from 'react-router-dom'
import { useSearchAddress } from '#web/pages/Search/useSearchAddress.ts'

describe('the text of a search', () => {
  test('is written to the URL 250 ms after the last key', () => {
    jest.useFakeTimers()
    const { result } = renderHook(useSearchAddress, { wrapper: MemoryRouter })
    for (const words of ['l', 'lan', 'lantern']) {
      act(() => result.current.setText(words))
      act(() => jest.advanceTimersByTime(249))
      expect(result.current.state.q).toBe('')
    }
    act(() => jest.advanceTimersByTime(1))
    expect(result.current.state.q).toBe('lantern')
  })

  test('ends with a beginning of a word until a second after the last key', () => {
    jest.useFakeTimers()
    const { result } = renderHook(useSearchAddress, { wrapper: MemoryRouter })
    act(() => result.current.setText('lante'))
    act(() => jest.advanceTimersByTime(250))
    expect(result.current.state).toMatchObject({ q: 'lante', typing: true })
    act(() => jest.advanceTimersByTime(999))
    act(() => result.current.setText('lantern'))
    act(() => jest.advanceTimersByTime(250))
    act(() => jest.advanceTimersByTime(999))
    expect(result.current.state).toMatchObject({ q: 'lantern', typing: true })
    act(() => jest.advanceTimersByTime(1))
    expect(result.current.state).toMatchObject({ q: 'lantern', typing: false })
  })

  test('ends with a complete word on Enter', () => {
    jest.useFakeTimers()
    const { result } = renderHook(useSearchAddress, { wrapper: MemoryRouter })
    act(() => result.current.setText('lantern'))
    act(() => jest.advanceTimersByTime(250))
    expect(result.current.state.typing).toBe(true)
    act(() => result.current.submit())
    expect(result.current.state).toMatchObject({ q: 'lantern', typing: false })
  })
})
