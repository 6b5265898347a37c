import { Box } from '@mantine/core'
import { encode } from 'uqr'

/** Black on white in both themes: many apps read no other colours. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <Box
      component="svg"
      display="block"
      w={200}
      h={200}
      mb="xs"
      bg="#fff"
      bd="1px solid var(--app-line)"
      bdrs="sm"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <path d={pathOf(data)} fill="#000" shapeRendering="crispEdges" />
    </Box>
  )
}

/** An SVG path with one square for each dark module. */
function pathOf(data: readonly (readonly boolean[])[]): string {
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
