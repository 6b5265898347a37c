import { minute } from '@kyc/contract/durations.ts'
import { useEffect, useState } from 'react'

/** The time, renewed each minute: what is due in hours stays on screen for longer. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}
