import { useState } from 'react'
import { useKeptInput } from '../../shared/keptInput.ts'
import { StepFrame, type StepPosition } from '../settings/StepFrame.tsx'
import { TermsField } from '../settings/TermsField.tsx'

export interface TopicsStepProps {
  position: StepPosition
  saving: boolean
  error?: string | undefined
  onNext: (topics: string[]) => void
  onSkip: () => void
}

/** The most topics that one start can have. */
const TOPICS_MAX = 20

/** Setup step: topics in the user's own words. */
export function TopicsStep({ onNext, ...frame }: TopicsStepProps) {
  const [topics, setTopics] = useKeptInput<readonly string[]>('setup topics', [])
  /** The button must be there for the Tab key that leaves the field, and so adds the first topic. */
  const [isTyping, setTyping] = useState(false)
  return (
    <StepFrame
      {...frame}
      title="What are you working on?"
      text="A few topics in your own words. Papers with these words come first, in the first list as well."
      nextLabel="Continue"
      nextDisabled={topics.length === 0 && !isTyping}
      onNext={() => onNext([...topics])}
    >
      <TermsField
        label="Topics"
        placeholder="low-light detection, graph colouring"
        value={topics}
        onTyping={setTyping}
        onChange={(next) => setTopics(next.slice(0, TOPICS_MAX))}
      />
    </StepFrame>
  )
}
