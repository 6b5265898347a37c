import { minute, second } from '@kyc/contract/durations.ts'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatTime } from '../../../ui/format.ts'
import { IconText } from '../../../ui/IconText.tsx'

/** How long the opening remains valid. */
export function Remaining({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return (
    <IconText icon={IconClock} c="yellow" role="timer">
      {formatTime(until)}まで表示できます（残り{remainingText(Date.parse(until) - now)}）
    </IconText>
  )
}

/** Whole minutes such as 14分, and seconds in the last minute. */
export function remainingText(milliseconds: number): string {
  const left = Math.max(0, milliseconds)
  return left > minute ? `${Math.ceil(left / minute)}分` : `${Math.ceil(left / second)}秒`
}
