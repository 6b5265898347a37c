import { minute } from '@kyc/contract/durations.ts'
import { useEffect, useState } from 'react'

/** The time, updated each minute, since a page may show for hours how much time is left. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}
