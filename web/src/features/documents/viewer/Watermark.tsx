import { clockInJapan } from '@kyc/contract/dates.ts'
import { useId, useState } from 'react'
import { useSession } from '../../../session/use-session.ts'
import classes from './Watermark.module.css'

/** Repeats the viewer's name and the time of the view over every document on screen. */
export function Watermark({ small = false }: { small?: boolean }) {
  const { user } = useSession()
  const [text] = useState(() => `${user.name} ${timeInJapan(new Date())}`)
  const pattern = useId()
  const width = text.length * 12 + 40
  return (
    <svg className={classes.watermark} data-small={small || undefined} aria-hidden="true">
      <defs>
        <pattern
          id={pattern}
          width={width}
          height={small ? 84 : 120}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-24)"
        >
          <text x={8} y={small ? 20 : 30}>
            {text}
          </text>
          <text x={8 - width / 2} y={small ? 62 : 90}>
            {text}
          </text>
          <text x={8 + width / 2} y={small ? 62 : 90}>
            {text}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  )
}

/** Such as 2026/11/20 14:05. */
function timeInJapan(now: Date): string {
  return clockInJapan(now).slice(0, 16).replaceAll('-', '/')
}
