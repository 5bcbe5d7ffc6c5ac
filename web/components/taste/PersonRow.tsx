import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Person, PersonJudgement, PersonMention } from '#api/contract/people.ts'
import { formatDay, formatPlural } from '../../shared/format.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { AuthorList } from '../papers/AuthorList.tsx'
import { MathText } from '../papers/MathText.tsx'
import { PersonQuestion } from '../papers/PersonQuestion.tsx'

export interface PersonRowProps {
  person: Person
  busy: boolean
  /** Why the last change of this author failed. */
  problem: string | undefined
  onJudge: (paperId: string, value: PersonJudgement | null) => void
  onIdentify: (orcid: string) => void
}

/** A followed author: how many papers are theirs, those to judge, those that were judged, and the ORCID iD. */
export function PersonRow({ person, busy, problem, onJudge, onIdentify }: PersonRowProps) {
  const { author, ask, judged, family_name } = person
  const mentions = [...ask, ...judged]
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Row>
      <Typography component="h3" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {author}
        {person.muted && ' (muted)'}
      </Typography>
      <Typography variant="meta" component="p">
        {describeCounts(person)}
      </Typography>
      {problem !== undefined && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          Not stored. {problem}
        </Typography>
      )}
      {!family_name && (
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>{describeDetails(person)}</summary>
          {isOpen && mentions.length > 0 && (
            <HairlineList>
              {mentions.map((mention) => (
                <MentionItem key={mention.paper.id}>
                  <Mention
                    author={author}
                    mention={mention}
                    busy={busy}
                    onJudge={(value) => onJudge(mention.paper.id, value)}
                  />
                </MentionItem>
              ))}
            </HairlineList>
          )}
          {isOpen && <OrcidField key={person.orcid} person={person} busy={busy} onIdentify={onIdentify} />}
        </details>
      )}
    </Row>
  )
}

function describeCounts({ family_name, theirs, other, unsure, more }: Person): string {
  if (family_name) return `Every author with this family name: ${formatPlural(theirs, 'paper')}`
  const parts = [
    `${formatPlural(theirs, 'paper')} by this author`,
    ...(other > 0 ? [`${other} by others of the name`] : []),
    ...(unsure > 0 ? [`${unsure} not known`] : []),
  ]
  return `${parts.join(', ')}${more ? ', of the newest 200 of the name' : ''}`
}

const describeDetails = ({ ask, judged }: Person): string => {
  const parts = [
    ...(ask.length > 0 ? [`${ask.length} to judge`] : []),
    ...(judged.length > 0 ? [`${judged.length} judged`] : []),
    'ORCID iD',
  ]
  return parts.join(', ')
}

const MentionItem = styled('li')({ paddingBlock: 10 })

interface MentionProps {
  author: string
  mention: PersonMention
  busy: boolean
  onJudge: (value: PersonJudgement | null) => void
}

function Mention({ author, mention: { paper, evidence, value }, busy, onJudge }: MentionProps) {
  return (
    <>
      <Typography variant="compactTitle" component="h4" lang="en" sx={{ overflowWrap: 'anywhere' }}>
        <Link component={SiteLink} to={paperPath(paper.id)} color="inherit">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <AuthorList authors={paper.authors} followed={[author]} />
      <Typography variant="meta" component="p">
        {[...(paper.announced_on === null ? [] : [formatDay(paper.announced_on)]), ...evidence].join(' · ')}
      </Typography>
      <PersonQuestion author={author} value={value} busy={busy} onJudge={onJudge} />
    </>
  )
}

function OrcidField({ person, busy, onIdentify }: Pick<PersonRowProps, 'person' | 'busy' | 'onIdentify'>) {
  const [typed, setTyped] = useState(person.orcid ?? '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onIdentify(typed)
      }}
    >
      <ControlRow sx={{ mt: 1.5, gap: 1 }}>
        <TextField
          size="small"
          label="ORCID iD, optional"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off', spellCheck: false } }}
        />
        <Button type="submit" size="small" variant="outlined" disabled={busy || typed.trim() === (person.orcid ?? '')}>
          {typed.trim() === '' ? 'Remove' : 'Use'}
        </Button>
      </ControlRow>
    </form>
  )
}

const Row = styled('li')(({ theme }) => ({
  paddingBlock: 8,
  '& > details': { marginTop: 6 },
  '& summary': { ...theme.typography.meta, minHeight: 28, lineHeight: '28px', cursor: 'pointer' },
}))
