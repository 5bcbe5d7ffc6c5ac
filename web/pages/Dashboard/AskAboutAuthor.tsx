import { useState } from 'react'
import type { PersonJudgement } from '#api/contract/people.ts'
import { PersonQuestion } from '../../components/papers/PersonQuestion.tsx'
import { usePersonActions } from '../../data/taste/usePeople.ts'
import { useAction } from '../../data/useAction.ts'

interface AskAboutAuthorProps {
  author: string
  paperId: string
}

/** The question of a card whether an author is the person whom the user follows. The answer holds from the next list on. */
export function AskAboutAuthor({ author, paperId }: AskAboutAuthorProps) {
  const { judge } = usePersonActions()
  const action = useAction((next: PersonJudgement | null) => judge(author, paperId, next))
  const [value, setValue] = useState<PersonJudgement | null>(null)
  return (
    <PersonQuestion
      author={author}
      value={value}
      busy={action.busy}
      problem={action.error?.message}
      onJudge={async (next) => {
        if (await action.run(next)) setValue(next)
      }}
    />
  )
}
