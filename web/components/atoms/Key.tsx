import Box from '@mui/material/Box'

/** A key, drawn like a key cap. */
export function Key({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        display: 'inline-block',
        minWidth: 20,
        px: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: '5px',
        fontFamily: 'inherit',
        fontSize: '0.75rem',
        lineHeight: '18px',
        textAlign: 'center',
        color: 'text.secondary',
      }}
    >
      {children}
    </Box>
  )
}
