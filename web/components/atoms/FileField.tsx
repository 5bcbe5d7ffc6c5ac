import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState, type ReactNode } from 'react'
import { radii } from '../../shared/theme/radii.ts'
import { readTextFile } from '../../shared/readTextFile.ts'

export interface FileFieldProps {
  label: string
  /** File endings for the browser's chooser: ".bib,.ris". */
  accept: string
  maxBytes: number
  disabled?: boolean
  /** A field for text, for which a file can be dropped as well. */
  children: ReactNode
  onText: (text: string) => void
}

/** A button that reads a text file, around a field on which a file can be dropped. */
export function FileField({ label, accept, maxBytes, disabled = false, children, onText }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [message, setMessage] = useState<{ text: string; isProblem: boolean } | null>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined || disabled) return
    if (file.size > maxBytes) {
      const megabytes = Math.floor(maxBytes / 1_000_000)
      return setMessage({ text: `${file.name} is larger than ${megabytes} MB. Import it in parts.`, isProblem: true })
    }
    try {
      const text = await readTextFile(file)
      if (text === null) return setMessage({ text: `${file.name} is not a text file.`, isProblem: true })
      setMessage({ text: file.name, isProblem: false })
      onText(text)
    } catch {
      // It was moved or changed after it was chosen, or may not be read.
      setMessage({ text: `${file.name} could not be read. Choose it again.`, isProblem: true })
    }
  }
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void read(event.dataTransfer.files[0])
      }}
      sx={{
        borderRadius: `${radii.control}px`,
        outline: isOver ? '2px dashed' : 0,
        outlineColor: 'primary.main',
        outlineOffset: 6,
      }}
    >
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mt: 1 }}>
        <Button variant="outlined" disabled={disabled} onClick={() => input.current?.click()}>
          {label}
        </Button>
        <Typography
          variant="meta"
          component="output"
          sx={{
            overflowWrap: 'anywhere',
            ...(message?.isProblem && { color: 'error.main' }),
            // Nothing can be dropped with a finger.
            ...(message === null && { '@media (pointer: coarse)': { visibility: 'hidden' } }),
          }}
        >
          {message?.text ?? 'or drop it here'}
        </Typography>
      </Box>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          void read(event.target.files?.[0])
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </Box>
  )
}
