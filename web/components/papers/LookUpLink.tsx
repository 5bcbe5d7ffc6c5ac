import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paperPath } from '../../shared/paperAddress.ts'
import { lookUpNameOf, pageHostOf } from '../../shared/lookUpNames.ts'

/** State of the address of a paper's page that is opened to look the paper up at once. */
export const LOOK_UP_AT_ONCE = { lookUp: true }

/** Leads to the page of a paper that the library lacks, which then asks its source for it. `id` may be an address. */
export function LookUpLink({ id }: { id: string }) {
  const host = pageHostOf(id)
  return (
    <Button variant="contained" color="primary" component={Link} to={paperPath(id)} state={LOOK_UP_AT_ONCE}>
      {host === undefined ? `Look it up at ${lookUpNameOf(id) ?? 'its source'}` : `Read the page at ${host}`}
    </Button>
  )
}
