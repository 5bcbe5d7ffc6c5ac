import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { ZoteroConnection, ZoteroTest } from '#api/contract/zotero.ts'

export interface ZoteroGroupsProps {
  test: Pick<ZoteroTest, 'can_read_groups' | 'groups'>
  /** Those that are saved; the key may no longer read some of them. */
  saved: ZoteroConnection['groups']
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

/** The groups whose libraries can teach, too: each only once it is ticked. */
export function ZoteroGroups({ test, saved, chosen, onChange }: ZoteroGroupsProps) {
  const lost = saved.filter(({ id }) => !test.groups.some((group) => group.id === id))
  const shown = [...test.groups, ...lost.map(({ id, name }) => ({ id, name: `${name} (cannot be read)` }))]
  if (shown.length === 0 && test.can_read_groups) return null
  return (
    <FormControl component="fieldset" margin="normal" fullWidth>
      <FormLabel component="legend">Groups that teach your order, too</FormLabel>
      <FormGroup>
        {shown.map(({ id, name }) => (
          <FormControlLabel
            key={id}
            control={
              <Checkbox
                checked={chosen.includes(id)}
                onChange={(_event, wanted) => onChange(wanted ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
            }
            label={name}
            sx={{ overflowWrap: 'anywhere' }}
          />
        ))}
      </FormGroup>
      <FormHelperText>
        {test.can_read_groups
          ? 'Nothing is written to a group.'
          : 'This key may not read groups. Allow it at zotero.org to choose some.'}
      </FormHelperText>
    </FormControl>
  )
}
