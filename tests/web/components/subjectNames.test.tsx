import { ThemeProvider } from '@mui/material/styles'
import { render, renderHook, screen } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { journalPaper, samplePaper, sampleUser } from '#tests/support/samples.ts'
import { CategoryShareChart } from '#web/components/charts/CategoryShareChart.tsx'
import { WhereaboutsAnswer } from '#web/components/lists/WhereaboutsAnswer.tsx'
import { describeFate } from '#web/components/lists/whereaboutsText.ts'
import { ReasonText } from '#web/components/papers/PaperReasons.tsx'
import { FilterPanel } from '#web/components/search/FilterPanel.tsx'
import { nameOfEntry } from '#web/components/taste/tasteText.ts'
import { TasteRow } from '#web/components/taste/TasteRow.tsx'
import { activeFilters } from '#web/data/search/searchFilters.ts'
import { noFilters } from '#web/data/search/searchState.ts'
import { CategoryNamesContext, createNameOf, useCategoryNames } from '#web/shared/categoryNames.ts'
import { nameOfCategory } from '#web/shared/preprintServers.ts'
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
        nameOf={nameOfCategory}
        onChange={nothing}
      />,
    )
    expect(screen.getByRole('checkbox', { name: 'bioRxiv cell biology 4' })).toBeTruthy()
    expect(
      activeFilters({ ...noFilters, category: [SUBJECT] }, new Date('2026-11-20'), nameOfCategory).map(
        ({ label }) => label,
      ),
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
    const context = {
      nameOf: createNameOf(new Map()),
      followed: ['medrxiv.hiv-aids'],
      isAdmin: false,
      today: '2026-11-20',
    }
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

describe('A journal is said by its name', () => {
  const [JOURNAL, SECOND, OTHER] = ['journal.9999-9994', 'journal.9999-9986', 'journal.9999-997X']
  const NAME = 'Journal of Imaginary Vision'
  const nameOf = createNameOf(new Map([[JOURNAL, NAME]]))
  const named = (shown: ReactNode, names = nameOf) =>
    textOf(<CategoryNamesContext value={names}>{shown}</CategoryNamesContext>)

  test('in reasons, the chart of the delivered papers and what the order has learned', () => {
    expect(named(<ReasonText reason={{ kind: 'explore', text: JOURNAL }} />)).toBe(`to learn whether you like ${NAME}`)
    const rows = [{ category_id: JOURNAL, delivered: 4, clicked: 1, saved: 0 }]
    expect(named(<CategoryShareChart rows={rows} />)).toContain(`${NAME}100%`)
    expect(nameOfEntry({ kind: 'category', text: JOURNAL }, nameOf)).toBe(NAME)
  })

  test('and by its ISSN where the name is not known; while the names are loaded, by neither', () => {
    expect(named(<ReasonText reason={{ kind: 'explore', text: OTHER }} />)).toEndWith(' ISSN 9999-997X')
    expect(named(<ReasonText reason={{ kind: 'explore', text: JOURNAL }} />, createNameOf(undefined))).toEndWith(
      ' Journal',
    )
  })

  test('once in the filters of a search and in the answer where a paper went, though it has two ISSNs', () => {
    const { result } = renderHook(() => useCategoryNames([journalPaper()]))
    expect([JOURNAL, SECOND].map(result.current)).toEqual([NAME, NAME])
    named(
      <FilterPanel
        filters={noFilters}
        categories={[JOURNAL, SECOND, OTHER].map((id) => ({ id, count: 4 }))}
        names={new Map()}
        nameOf={result.current}
        onChange={nothing}
      />,
    )
    const labels = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
    expect(labels).toEqual([`${NAME} 4`, 'ISSN 9999-997X 4'])
    const answer = { ref: 'a paper', fate: 'other_categories' as const, categories: [JOURNAL, SECOND] }
    expect(describeFate(answer, { nameOf: result.current, followed: [], isAdmin: false, today: '2026-11-20' })).toBe(
      `Announced in ${NAME} only; you follow no category.`,
    )
  })
})
