import { render } from '@testing-library/react'
import { expect, test } from 'bun:test'
import { MarkedText } from '#web/components/papers/MarkedText.tsx'

const marks = (root: HTMLElement) => [...root.querySelectorAll('mark')].map((mark) => mark.textContent)

test('marks the given characters and leaves the text as it is', () => {
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

test('counts a formula as it stands in the plain text, and draws it whole', () => {
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

test('marks nothing rather than the wrong words when text and pieces differ', () => {
  const { container } = render(<MarkedText text="Another text" segments={[{ text: 'Dim rooms' }]} ranges={[[0, 3]]} />)
  expect(marks(container)).toEqual([])
  expect(container.textContent).toBe('Dim rooms')
})
