/** Corners: of a control, of a tile among others, of a sheet. */
export const radii = { control: 9, tile: 12, sheet: 16 } as const
