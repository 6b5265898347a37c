import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '../platform/config.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { refuseInterruptedRestore } from '../platform/db/restore-marks.ts'
import { createLog, type Log } from '../platform/log.ts'
import { dropPrivileges } from '../platform/process/drop-privileges.ts'
import { createServices, type Services } from '../services.ts'
import { joinDatabaseServer } from './database-server.ts'
import { explainFailure } from './explain-failure.ts'
import { prepareSchema } from './prepare-schema.ts'

export const text = { type: 'string' } as const
export const flag = { type: 'boolean', default: false } as const

interface Program<Options extends ParseArgsOptionsConfig> {
  readonly usage: string
  readonly options?: Options
  /** Whether the program takes arguments that are not flags, such as the name of a file. */
  readonly operands?: boolean
  /** The message for an error that only this program can cause. */
  readonly explain?: (error: unknown) => string | undefined
}

type Flags<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options }>
>['values']

/** Wrong flags: the program ends with the message, if it has one, and its usage. */
export class UsageError extends Error {}

/**
 * Runs a program of the command line with its flags and the environment. Its exit code is what `run` resolves to, by
 * default 0; after a failure, whose cause it writes to stderr, it is 1.
 */
export async function command<const Options extends ParseArgsOptionsConfig>(
  { usage, options, operands = false, explain }: Program<Options>,
  run: (
    flags: Flags<Options>,
    environment: NodeJS.ProcessEnv,
    operands: readonly string[],
  ) => Promise<number | undefined>,
): Promise<void> {
  try {
    const { values, positionals } = parse(options, operands)
    process.exitCode = (await run(values, process.env, positionals)) ?? 0
  } catch (error) {
    if (error instanceof UsageError) console.error([error.message, usage].filter(Boolean).join('\n'))
    else console.error(explain?.(error) ?? explainFailure(error))
    // Exits explicitly: a call to a disk or a store that hangs would keep the process running.
    process.exit(1)
  }
}

function parse<const Options extends ParseArgsOptionsConfig>(
  options: Options | undefined,
  allowPositionals: boolean,
): { values: Flags<Options>; positionals: readonly string[] } {
  try {
    return parseArgs({ args: process.argv.slice(2), options: options ?? ({} as Options), allowPositionals })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/**
 * The settings of the server, for a program without the privileges of root.
 * @param folders those that the program uses apart from those of the settings
 */
export async function openSettings(
  environment: NodeJS.ProcessEnv,
  folders: readonly string[] = [],
): Promise<{ config: Config; log: Log }> {
  const config = readConfig(environment)
  const log = createLog({ logLevel: 'fatal' })
  dropPrivileges(config, environment, folders)
  return { config, log }
}

interface ServiceOptions {
  /** Whether to leave the database unmigrated. */
  readonly asItIs?: boolean
  /** Folders that the program uses apart from those of the settings. */
  readonly folders?: readonly string[]
}

/**
 * Calls `act` with the services and settings of the server, which may be running, and with the login of the owner, if
 * the program has one.
 * @throws the errors of `explainFailure`
 */
export async function withServices<T>(
  environment: NodeJS.ProcessEnv,
  act: (services: Services, ownerUrl: string | null) => Promise<T>,
  { asItIs = false, folders }: ServiceOptions = {},
): Promise<T> {
  const { config, log } = await openSettings(environment, folders)
  await using stack = new AsyncDisposableStack()
  const database = await joinDatabaseServer(config, log, stack)
  if (asItIs) await requireMigrated(database.ownerUrl ?? database.appUrl)
  else await prepareSchema(database)
  await refuseInterruptedRestore(database.appUrl)
  // demo: false, so that the password rules apply in demo mode too.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  return await act(services, database.ownerUrl)
}
