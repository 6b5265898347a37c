import { ConfigError } from '../platform/config.ts'
import { MasterKeyError } from '../platform/crypto/master-key.ts'
import { MigrationError } from '../platform/db/migrate.ts'
import { StartError } from '../platform/process/start-error.ts'

interface SystemFailure {
  readonly code?: string
  readonly path?: string
  readonly port?: number
  readonly syscall?: string
  /** The names of the settings of the port and the address; by default those of the public ones. */
  readonly settings?: readonly [string, string]
}

/** The message for a failed start: one sentence for known causes, otherwise the error with its stack. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The start failed: ${String(error)}`
  const known = [ConfigError, StartError, MasterKeyError, MigrationError]
  if (known.some((kind) => error instanceof kind)) return error.message
  return explainSystemFailure(error) ?? `The start failed unexpectedly: ${error.stack ?? error.message}`
}

function explainSystemFailure(error: Error & SystemFailure): string | undefined {
  const { code, path, port, settings = ['PORT', 'HOST'] } = error
  const [portSetting, hostSetting] = settings
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: stop the program that uses it, or set another ${portSetting}.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostSetting} is not an address of this machine, or the host of DATABASE_URL is unknown.`
    case 'ENOSPC':
    case '53100':
      return `The disk is full${path ? `: ${path} could not be written` : ''}.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      if (error.syscall === 'listen')
        return `This account may not listen on port ${port}: set a ${portSetting} from 1024.`
      return `${path ?? 'A file of the data folder'} cannot be read or written by this account (${code}).`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case '57P01': // it stops
    case '57P03': // it starts
      return `The database does not answer (${code}): check DATABASE_URL.`
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of the database is refused (${code}): check the host in DATABASE_URL, and name the file of an authority of your own with NODE_EXTRA_CA_CERTS.`
    case '28P01':
    case '28000':
    case '3D000':
      return `The database refuses DATABASE_URL or DATABASE_OWNER_URL: ${error.message}.`
    default:
      // The driver's error for a connection that was lost or took too long has no code.
      return /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect)/.test(
        error.message,
      )
        ? `The database does not answer (${error.message}): check DATABASE_URL.`
        : undefined
  }
}
