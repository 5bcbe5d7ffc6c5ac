import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { MathText } from '../../components/papers/MathText.tsx'
import { SiteLink } from '../../components/atoms/SiteLink.tsx'
import { useAllAnswers } from '../../data/questions/useQuestions.ts'
import { formatPlural } from '../../shared/format.ts'
import { paperPath } from '../../shared/paperAddress.ts'

const SHOWN = 3

/** What the user's questions found on a day. Nothing for a user without questions, and while it loads or cannot be loaded. */
export function YourQuestions({ day }: { day: string }) {
  const { data } = useAllAnswers(day)
  if (data === undefined || data.day !== day || data.items.length === 0) return null
  const answers = data.items.flatMap((item) => item.answers)
  return (
    <section aria-labelledby="your-questions">
      <Typography id="your-questions" component="h2" variant="h3">
        <Link component={SiteLink} to="/questions" color="inherit">
          Your questions: {answers.length === 0 ? 'nothing today' : formatPlural(answers.length, 'answer')}
        </Link>
      </Typography>
      {answers.slice(0, SHOWN).map(({ paper }) => (
        <Typography key={paper.id} variant="abstract" component="p" lang="en" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          <Link component={SiteLink} to={paperPath(paper.id)} color="inherit">
            <MathText segments={paper.title_segments} text={paper.title} />
          </Link>
        </Typography>
      ))}
    </section>
  )
}
