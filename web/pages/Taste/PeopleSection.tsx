import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { HairlineList } from '../../components/atoms/HairlineList.tsx'
import { LoadedPart } from '../../components/atoms/LoadedPart.tsx'
import { PersonRow } from '../../components/taste/PersonRow.tsx'
import { TasteSheet } from '../../components/taste/TasteSheet.tsx'
import { usePeople, usePersonActions } from '../../data/taste/usePeople.ts'
import { useAction } from '../../data/useAction.ts'

/** The authors whom the user follows, distinguished from others of the same name. */
export function PeopleSection() {
  const { data, error, mutate } = usePeople()
  const { judge, identify } = usePersonActions()
  const action = useAction((call: () => Promise<void>) => call())
  /** The author of the last action. */
  const [changed, setChanged] = useState<string | null>(null)
  const run = (author: string, call: () => Promise<void>) => {
    setChanged(author)
    void action.run(call)
  }
  return (
    <TasteSheet title="Authors you follow">
      <Typography variant="meta" component="p" sx={{ mb: 1 }}>
        Others may have the same name. Co-authors, subjects, affiliations and ORCID iDs tell them apart; you are asked
        only where these do not.
      </Typography>
      <LoadedPart
        what="the authors you follow"
        data={data}
        error={error}
        onRetry={() => void mutate()}
        skeleton={<Skeleton variant="rounded" animation={false} height={120} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <Typography variant="meta">You follow no author.</Typography>
          ) : (
            <HairlineList>
              {items.map((person) => (
                <PersonRow
                  key={`${person.author} ${person.muted}`}
                  person={person}
                  busy={action.busy}
                  problem={changed === person.author ? action.error?.message : undefined}
                  onJudge={(paperId, value) => run(person.author, () => judge(person.author, paperId, value))}
                  onIdentify={(orcid) => run(person.author, () => identify(person.author, orcid))}
                />
              ))}
            </HairlineList>
          )
        }
      </LoadedPart>
    </TasteSheet>
  )
}
