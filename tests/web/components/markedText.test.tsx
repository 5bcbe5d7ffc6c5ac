import { render } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { MarkedText } from '#web/components/papers/MarkedText.tsx'

const marks = (root: HTMLElement) => [...root.querySelectorAll('mark')].map((mark) => mark.textContent)

test('marks the given character ranges and does not change the text', () => {
  const { container } = render(
    <MarkedText
      text="Dim rooms, bright models"
      segments={[]}
      ranges={[
        [0, 3],
        [18, 24],
      ]}
    />,
  )
  expect(marks(container)).toEqual(['Dim', 'models'])
  expect(container.textContent).toBe('Dim rooms, bright models')
})

test('counts a formula with its dollar signs in the ranges, and never splits it', () => {
  const segments = [{ text: 'On ' }, { tex: '\\varepsilon', display: false }, { text: '-noisy vision' }]
  const text = 'On $\\varepsilon$-noisy vision'
  const { container } = render(
    <MarkedText
      text={text}
      segments={segments}
      ranges={[
        [3, 16],
        [17, 22],
      ]}
    />,
  )
  expect(marks(container)).toEqual(['noisy'])
})

test('marks nothing if the text differs from the segments', () => {
  const { container } = render(<MarkedText text="Another text" segments={[{ text: 'Dim rooms' }]} ranges={[[0, 3]]} />)
  expect(marks(container)).toEqual([])
  expect(container.textContent).toBe('Dim rooms')
})
