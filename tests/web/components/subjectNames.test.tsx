import { ThemeProvider } from '@mui/material/styles'
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { CategoryShareChart } from '#web/components/charts/CategoryShareChart.tsx'
import { WhereaboutsAnswer } from '#web/components/lists/WhereaboutsAnswer.tsx'
import { describeFate } from '#web/components/lists/whereaboutsText.ts'
import { ReasonText } from '#web/components/papers/PaperReasons.tsx'
import { FilterPanel } from '#web/components/search/FilterPanel.tsx'
import { TasteRow } from '#web/components/taste/TasteRow.tsx'
import { activeFilters } from '#web/data/search/searchFilters.ts'
import { noFilters } from '#web/data/search/searchState.ts'
import { theme } from '#web/shared/theme/theme.ts'

const SUBJECT = 'biorxiv.cell-biology'
const nothing = () => {}

/** Renders it and returns its text. */
function textOf(shown: ReactNode): string {
  const { container } = render(
    <ThemeProvider theme={theme}>
      <MemoryRouter>{shown}</MemoryRouter>
    </ThemeProvider>,
  )
  return container.textContent
}

describe('The subject of a preprint server is said in words', () => {
  test('in a reason', () => {
    for (const [kind, words] of [
      ['category', 'you follow bioRxiv cell biology'],
      ['explore', 'to learn whether you like bioRxiv cell biology'],
      ['next_door', 'from next door: bioRxiv cell biology'],
      ['keyword', 'matches “biorxiv.cell-biology”'],
    ] as const)
      expect(textOf(<ReasonText reason={{ kind, text: SUBJECT }} />)).toBe(words)
  })

  test('in the chart of the delivered papers', () => {
    const rows = [{ category_id: SUBJECT, delivered: 4, clicked: 1, saved: 0 }]
    expect(textOf(<CategoryShareChart rows={rows} />)).toContain('bioRxiv cell biology100%')
  })

  test('in the filters of a search, and where one is offered to be removed', () => {
    textOf(
      <FilterPanel
        filters={noFilters}
        categories={[{ id: SUBJECT, count: 4 }]}
        names={new Map([[SUBJECT, 'Cell Biology']])}
        onChange={nothing}
      />,
    )
    expect(screen.getByRole('checkbox', { name: 'bioRxiv cell biology 4' })).toBeTruthy()
    expect(
      activeFilters({ ...noFilters, category: [SUBJECT] }, new Date('2026-11-20')).map(({ label }) => label),
    ).toEqual(['bioRxiv cell biology'])
  })

  test('in what the order of the papers has learned', () => {
    const entry = {
      kind: 'category' as const,
      key: SUBJECT,
      text: SUBJECT,
      weight: 0.5,
      actions: [{ kind: 'save' as const, count: 2 }],
      paper_ids: [],
    }
    textOf(<TasteRow entry={entry} action={undefined} followed={undefined} onAction={nothing} onShowPapers={nothing} />)
    expect(screen.getByText('bioRxiv cell biology')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Change bioRxiv cell biology' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'bioRxiv cell biology: saved 2. Show the papers' })).toBeTruthy()
  })

  test('in the answer where a paper went', () => {
    const context = { followed: ['medrxiv.hiv-aids'], isAdmin: false, today: '2026-11-20' }
    const answer = { ref: 'a paper', fate: 'other_categories' as const, categories: [SUBJECT] }
    expect(describeFate(answer, context)).toBe('Announced in bioRxiv cell biology only; you follow medRxiv HIV/AIDS.')
    textOf(
      <WhereaboutsAnswer
        answer={{ ...answer, paper: samplePaper }}
        context={context}
        interests={sampleUser.interests}
        actions={{ onFollow: nothing, onUnmute: nothing, onSave: nothing, onDay: nothing, onBelowCut: nothing }}
      />,
    )
    expect(screen.getByRole('button', { name: 'Follow bioRxiv cell biology' })).toBeTruthy()
  })
})
