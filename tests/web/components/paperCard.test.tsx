import { ThemeProvider } from '@mui/material/styles'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'bun:test'
import { MemoryRouter } from 'react-router-dom'
import { journalPaper, samplePaper, serverPaper } from '#tests/support/samples.ts'
import type { PaperActions } from '#web/components/papers/PaperMenu.tsx'
import { PaperCard, type PaperCardProps } from '#web/components/papers/PaperCard.tsx'
import { theme } from '#web/shared/theme/theme.ts'

const actions: PaperActions = { onSavedChange: () => {}, onFeedback: () => {}, onNote: () => {} }
const state = { seen: false, clicked: false, liked: false, dismissed: false, saved: false }

function show(changes: Partial<PaperCardProps> = {}) {
  const view = render(
    <ThemeProvider theme={theme}>
      <MemoryRouter>
        <PaperCard paper={samplePaper} state={state} actions={actions} {...changes} />
      </MemoryRouter>
    </ThemeProvider>,
  )
  return { ...view, person: userEvent.setup() }
}

const titleHref = () => screen.getByRole('link', { name: /Counting lanterns/ }).getAttribute('href')

describe('a paper card', () => {
  test('has its title as accessible name and links to the source, or to the PDF if so configured', () => {
    const { unmount } = show()
    expect(screen.getByRole('article', { name: /Counting lanterns/ })).toBeTruthy()
    expect(titleHref()).toBe('https://arxiv.org/abs/2611.90001v1')
    unmount()
    show({ opens: 'pdf' })
    expect(titleHref()).toBe('https://arxiv.org/pdf/2611.90001v1')
  })

  test('states in words, not only by colour, whether it was seen', () => {
    const { unmount } = show()
    expect(screen.getByText('Not seen yet')).toBeTruthy()
    unmount()
    show({ state: { ...state, seen: true } })
    expect(screen.getByRole('link', { name: /Counting lanterns/ }).parentElement?.textContent).toContain('(seen)')
    expect(screen.queryByText('Not seen yet')).toBeNull()
  })

  test.each([
    [{ source: 'sample' }, 'Sample'],
    [{ announce_type: 'cross' as const }, 'Cross-list'],
    [{ announce_type: 'replace' as const, version: 3 }, 'Updated v3'],
    [{ withdrawn: true, announce_type: 'replace' as const }, 'Withdrawn'],
  ])('shows the label of %p', (changes, label) => {
    show({ paper: { ...samplePaper, ...changes } })
    expect(screen.getByText(label)).toBeTruthy()
  })

  test('of a preprint server names it with a link to the preprint, and its subject in words', () => {
    show({ paper: serverPaper('biorxiv'), reasons: [{ kind: 'category', text: 'biorxiv.cell-biology' }] })
    expect(screen.getByText('bioRxiv cell biology')).toBeTruthy()
    expect(screen.getByText(/you follow bioRxiv cell biology/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'bioRxiv' }).getAttribute('href')).toBe(
      'https://www.biorxiv.org/content/10.64898/2026.11.18.999001v1',
    )
    expect(document.body.textContent).not.toMatch(/biorxiv\.|peer reviewed/)
  })

  test('of medRxiv says that it is not peer reviewed', () => {
    show({ paper: serverPaper('medrxiv') })
    expect(screen.getByRole('link', { name: 'medRxiv' }).parentElement?.textContent).toBe('medRxiv, not peer reviewed')
    expect(screen.getByText('medRxiv HIV/AIDS')).toBeTruthy()
  })

  test('of a preprint that was looked up at Crossref names its server, too', () => {
    const venue = { name: 'medRxiv' }
    show({ paper: { ...samplePaper, source: 'crossref', kind: 'preprint', categories: [], comment: null, venue } })
    expect(screen.getByRole('link', { name: 'medRxiv' }).parentElement?.textContent).toBe('medRxiv, not peer reviewed')
    expect(screen.getByText('Metadata from Crossref')).toBeTruthy()
  })

  test('of a journal names it in italics, with a link to the article, in place of its codes', () => {
    show({ paper: journalPaper(), reasons: [{ kind: 'category', text: 'Journal of Imaginary Vision' }] })
    const journal = screen.getByRole('link', { name: 'Journal of Imaginary Vision' })
    expect(journal.getAttribute('href')).toBe('https://doi.org/10.5555/jiv.2026.0042')
    expect(journal.querySelector('i')).toBeTruthy()
    expect(screen.getByText(/you follow Journal of Imaginary Vision/)).toBeTruthy()
    expect(screen.getAllByText('Journal of Imaginary Vision')).toHaveLength(1)
    expect(document.body.textContent).not.toContain('9999')
  })

  test('of a journal keeps its other categories, and volume and pages beside its name', () => {
    const journal_ref = 'Journal of Imaginary Vision 3 (1), 11-29 (2026)'
    show({ paper: journalPaper({ journal_ref, categories: ['journal.9999-9994', 'cs.CV', 'chemrxiv'] }) })
    expect(screen.getByText('cs.CV')).toBeTruthy()
    expect(screen.getByText('ChemRxiv')).toBeTruthy()
    expect(screen.getByText(journal_ref)).toBeTruthy()
  })

  test('without an abstract says whose fault that is', () => {
    const none = { abstract: '', abstract_segments: [] }
    const { unmount } = show({ paper: journalPaper(none) })
    expect(screen.getByText('No abstract from the publisher.')).toBeTruthy()
    unmount()
    show({ paper: { ...serverPaper('biorxiv'), ...none } })
    expect(screen.getByText('No abstract yet')).toBeTruthy()
  })

  test('shortens a list of 300 authors and expands it on click', async () => {
    const authors = Array.from({ length: 300 }, (_, index) => ({ name: `Author ${index + 1}` }))
    const { person } = show({ paper: { ...samplePaper, authors } })
    expect(screen.queryByRole('link', { name: 'Author 4' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'and 297 more authors' }))
    expect(screen.getByRole('link', { name: 'Author 300' }).getAttribute('href')).toBe(
      '/search?q=author%3A%22Author+300%22',
    )
  })

  test('opens its menu by keyboard at the first entry, also the first time, and returns the focus', async () => {
    const cited: string[] = []
    const { person } = show({ actions: { ...actions, onCite: () => void cited.push(samplePaper.id) } })
    const button = screen.getByRole('button', { name: 'More actions' })
    button.focus()
    await person.keyboard('{Enter}')
    const entries = await screen.findAllByRole('menuitem')
    await waitFor(() => expect(document.activeElement).toBe(entries[0]!))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    await person.keyboard('{Enter}')
    await person.click(await screen.findByRole('menuitem', { name: 'Cite' }))
    expect(cited).toEqual([samplePaper.id])
  })

  test('renders formulas, and shows those that KaTeX cannot parse as TeX', async () => {
    const title_segments = [
      { text: 'On ' },
      { tex: '\\varepsilon', display: false },
      { text: ' and ' },
      { tex: '\\nosuchcommand{', display: false },
    ]
    const { container } = show({ paper: { ...samplePaper, title_segments } })
    await waitFor(() => expect(container.querySelector('h2 .katex')).toBeTruthy())
    await waitFor(() => expect(container.querySelector('h2 code')?.textContent).toBe('\\nosuchcommand{'))
    expect(container.querySelector('h2 math')).toBeTruthy()
  })

  test('shows why it was delivered, keyword matches before categories', () => {
    show({
      reasons: [
        { kind: 'category', text: 'cs.LG' },
        { kind: 'keyword', text: 'night vision' },
      ],
    })
    expect(screen.getByText(/matches “night vision”, you follow cs.LG/)).toBeTruthy()
  })

  test('names the followed search last, but alone if it is the only reason; a Hebrew one apart from the words around it', () => {
    const { unmount, container } = show({ reasons: [{ kind: 'topic', text: 'graphs' }] })
    expect(container.textContent).toContain('Whyyou follow the search “graphs”')
    unmount()
    const category = { kind: 'category' as const, text: 'cs.LG' }
    const topic = { kind: 'topic' as const, text: 'אורות graphs' }
    const other = show({ reasons: [category, topic, { kind: 'near', text: 'Lanterns in fog' }] })
    const facts = () => other.container.textContent
    expect(facts()).toContain('Whyclose to Lanterns in fog, you follow cs.LG1 more')
    fireEvent.click(screen.getByRole('button', { name: '1 more' }))
    expect(facts()).toContain('you follow cs.LG, you follow the search “אורות graphs”')
    expect(screen.getByText('אורות graphs').tagName).toBe('BDI')
  })

  test('has no actions and no author links for a signed-out visitor', () => {
    show({ actions: undefined, state: undefined })
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Mirela Quillfeather' })).toBeNull()
  })

  test('shows HTML in a title as plain text', () => {
    const title = '<img src=x onerror=alert(1)>'
    const { container } = show({ paper: { ...samplePaper, title, title_segments: [{ text: title }] } })
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('link', { name: title })).toBeTruthy()
  })

  test('passes axe', async () => {
    const { container } = show({ reasons: [{ kind: 'author', text: 'Ines Aldercroft' }] })
    // happy-dom has no layout; the browser tests check the contrast.
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })
})
