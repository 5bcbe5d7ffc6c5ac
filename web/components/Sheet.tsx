import Box, { type BoxProps } from '@mui/material/Box'

/** The one white sheet of a page: rows divided by hairlines, edge to edge on phones. */
export function Sheet({ sx, ...rest }: BoxProps) {
  return (
    <Box
      {...rest}
      sx={[
        {
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          borderRadius: { xs: 0, sm: '16px' },
          mx: { xs: -2, sm: 0 },
          borderInline: { xs: 0, sm: '1px solid' },
          borderInlineColor: { sm: 'divider' },
          overflow: 'clip',
          '& > * + *': { borderTop: 1, borderColor: 'divider' },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  )
}
