import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import Typography from '@mui/material/Typography'
import type { ZoteroQuestion } from '#api/contract/zotero.ts'
import { formatDateShort } from '../../shared/format.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'

export interface ZoteroQuestionsProps {
  questions: readonly ZoteroQuestion[]
  total: number
  busy: boolean
  onAnswer: (question: ZoteroQuestion, answer: 'keep' | 'remove') => void
}

/** What is asked about a paper, and the labels of the two answers. */
const WORDS = {
  'removed-in-zotero': { what: 'Removed in Zotero', keep: 'Keep it here', remove: 'Remove it here too' },
  'removed-here': { what: 'Removed here', keep: 'Keep it in Zotero', remove: 'Take it out of the collection' },
  'notes-apart': { what: 'Its note was changed on both sides: Zotero has both', keep: 'All right', remove: null },
} as const

/** Papers that were removed on one side, and notes of which two are kept. Nothing is removed before the reader says so. */
export function ZoteroQuestions({ questions, total, busy, onAnswer }: ZoteroQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <Box sx={{ my: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        For you to decide
      </Typography>
      <List aria-label="For you to decide">
        {questions.map((question) => {
          const { key, kind, title, since } = question
          const { what, keep, remove } = WORDS[kind]
          return (
            <ControlRow as="li" key={`${key} ${kind}`} sx={{ py: 0.75 }}>
              <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography>{title}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {what}. {formatDateShort(since)}.
                </Typography>
              </Box>
              <Button
                variant="outlined"
                disabled={busy}
                aria-label={`${keep}: ${title}`}
                onClick={() => onAnswer(question, 'keep')}
              >
                {keep}
              </Button>
              {remove !== null && (
                <Button disabled={busy} aria-label={`${remove}: ${title}`} onClick={() => onAnswer(question, 'remove')}>
                  {remove}
                </Button>
              )}
            </ControlRow>
          )
        })}
      </List>
      {total > questions.length && (
        <Typography variant="body2">And {total - questions.length} more, after these.</Typography>
      )}
    </Box>
  )
}
