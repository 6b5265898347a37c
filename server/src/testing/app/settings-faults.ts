import { ConfigError, readConfig } from '../../platform/config.ts'

/** The faults with which these settings prevent a start; none if they are valid. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}
