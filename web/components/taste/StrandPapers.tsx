import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { StrandMember } from '#api/contract/strands.ts'
import { formatPlural } from '../../shared/format.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'

export interface StrandPapersProps {
  items: readonly StrandMember[]
  /** Further ones that are not in `items`. */
  left: number
  /** Takes one out of the interest. Without it, they are only named. */
  onTakeOut?: (member: StrandMember) => void
}

const isTopic = (id: string) => id.startsWith('topic:')

/** The papers and topics that an interest is learned from. */
export function StrandPapers({ items, left, onTakeOut }: StrandPapersProps) {
  return (
    <>
      <HairlineList sx={{ pl: 2 }}>
        {items.map((member) => (
          <ControlRow as="li" key={member.id} sx={{ py: 0.25, minHeight: 36 }}>
            <Typography component="span" variant="body2" lang="en" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
              {isTopic(member.id) ? (
                `Topic “${member.text}”`
              ) : (
                <Link component={RouterLink} to={paperPath(member.id)} color="inherit" underline="always">
                  {member.text}
                </Link>
              )}
            </Typography>
            {onTakeOut && (
              <Button size="small" aria-label={`Take out: ${member.text}`} onClick={() => onTakeOut(member)}>
                Take out
              </Button>
            )}
          </ControlRow>
        ))}
      </HairlineList>
      {left > 0 && (
        <Typography variant="meta" component="p">
          {`and ${formatPlural(left, 'further one', 'further ones')}`}
        </Typography>
      )}
    </>
  )
}
