import type { Category } from '#api/contract/categories.ts'
import { useKeptInput } from '../../shared/keptInput.ts'
import { CategoryPicker, type CategoryPickerProps } from './CategoryPicker.tsx'
import { StepFrame, type StepPosition } from './StepFrame.tsx'

export interface CategoriesStepProps extends Pick<CategoryPickerProps, 'followables'> {
  position: StepPosition
  categories: readonly Category[] | undefined
  /** Ids of the categories selected at first. */
  initial: readonly string[]
  saving: boolean
  error?: string | undefined
  onNext: (ids: string[]) => void
  onSkip: () => void
}

/** Setup step: the categories that the user follows. */
export function CategoriesStep({ followables, categories, initial, onNext, ...frame }: CategoriesStepProps) {
  const [chosen, setChosen] = useKeptInput('setup categories', initial)
  return (
    <StepFrame
      {...frame}
      title="Choose what you follow"
      text="Three to five categories make a good day. You can change them at any time in your profile."
      nextLabel={frame.position.of > 1 ? 'Continue' : 'Finish'}
      nextDisabled={chosen.length === 0}
      onNext={() => onNext([...chosen])}
    >
      <CategoryPicker
        followables={followables}
        categories={categories}
        value={chosen}
        onChange={setChosen}
        disabled={frame.saving}
      />
    </StepFrame>
  )
}
