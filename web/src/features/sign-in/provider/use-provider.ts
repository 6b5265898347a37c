import { getConfig } from '@kyc/contract/system.ts'
import { useCallback, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { openProvider, type Provider } from './provider.ts'

/** Opens the provider with the first call of the returned function, and again with the next call after a failure. */
export function useProvider(): () => Promise<Provider> {
  const opening = useRef<Promise<Provider> | null>(null)
  return useCallback(async () => {
    opening.current ??= call(getConfig).then(openProvider)
    try {
      return await opening.current
    } catch (error) {
      opening.current = null
      throw error
    }
  }, [])
}
