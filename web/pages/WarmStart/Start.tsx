import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router-dom'
import { PageTitle } from '../../components/shell/PageTitle.tsx'
import { KnownPapers, Rate, Topics } from './StartSteps.tsx'

/** The steps that give the ranker a start, for a user who has chosen categories already. */
export function Start() {
  const navigate = useNavigate()
  const [step, setStep] = useState(1)
  const [isReturn, setReturn] = useState(false)
  const goTo = (to: number) => {
    setReturn(to < step)
    setStep(to)
  }
  const position = { step, of: 3, isReturn, ...(step > 1 && { onBack: () => goTo(step - 1) }) }
  const next = () => goTo(step + 1)
  return (
    <>
      <PageTitle title="A quicker start" />
      <Link
        component={RouterLink}
        to="/profile?section=taste"
        color="text.secondary"
        sx={{ display: 'inline-block', minHeight: 28 }}
      >
        Your taste
      </Link>
      <Typography variant="h1" sx={{ mb: 3 }}>
        A quicker start
      </Typography>
      <Paper variant="sheet">
        {step === 1 && <Topics position={position} onDone={next} />}
        {step === 2 && <KnownPapers position={position} onDone={next} />}
        {step === 3 && (
          <Rate position={position} nextLabel="Finish" onDone={() => void navigate('/profile?section=taste')} />
        )}
      </Paper>
    </>
  )
}
