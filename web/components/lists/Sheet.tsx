import Box, { type BoxProps } from '@mui/material/Box'

/** Card surface of a list page: rows divided by hairlines, full width on phones. */
export function Sheet({ sx, ...rest }: BoxProps) {
  return (
    <Box
      {...rest}
      sx={[
        {
          bgcolor: 'background.paper',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: { xs: 0, sm: '16px' },
          mx: { xs: -2, sm: 0 },
          borderInlineWidth: { xs: 0, sm: 1 },
          overflow: 'clip',
          '& > * + *': { borderTop: 1, borderColor: 'divider' },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  )
}
