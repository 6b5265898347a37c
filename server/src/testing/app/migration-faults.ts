import { keyTables } from '../../operations/backup/write-archive.ts'

// The rules for migrations (docs/decisions/0078): while an upgrade runs, servers of the old and the new version use the
// database, so a migration only adds, and never blocks writers for longer than a moment.

/** A name as `0034_subject.after_0031.sql`: servers without 0031 can't run on the result, so it may remove things. */
const contractName = /\.after_\d{4}\.sql$/

/** Statements that are never safe while servers run. */
const always: readonly (readonly [RegExp, string])[] = [
  [/\bRENAME\b/, 'renames: add, copy and remove instead'],
  [
    /\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/,
    'changes a type, which rewrites the table: add a column instead',
  ],
  [/\bALTER TYPE\b/, 'changes a type'],
  [/\b(ADD|VALIDATE) .*\bNOT VALID\b.*\bVALIDATE\b/, 'adds and validates in one transaction'],
  [/^(UPDATE|DELETE|TRUNCATE|MERGE)\b/, 'changes rows under locks: use a job that works in batches'],
  [/^(LOCK|CLUSTER|REINDEX|VACUUM)\b/, 'locks a table'],
]

const tablesOfKeys = keyTables.map((name) => name.replace('public.', '').toUpperCase()).join('|')

/**
 * Tables of wrapped keys, found by their names and columns. A restore loads the newest keys into the schema of an older backup
 * of the data, before it runs the newer migrations.
 */
const ofKeys = new RegExp(`^(CREATE|ALTER|DROP) TABLE .*\\b(${tablesOfKeys}|KEK_ID|WRAPPED)\\b`)
const ofKeysFault =
  'changes the tables of keys, and the newest keys could not be restored with older backups of the data: first let the restore load what both schemas have (docs/decisions/0077), then state that after "-- Accepted:"'

/** Statements that remove what the version before may use. */
const removing: readonly (readonly [RegExp, string])[] = [
  [/^DROP (TABLE|FUNCTION|INDEX|TYPE|TRIGGER|SCHEMA|VIEW)\b/, 'drops something'],
  [/\bDROP (COLUMN|CONSTRAINT)\b/, 'drops something'],
  [/\bSET NOT NULL\b/, 'refuses rows of the version before'],
  [/^REVOKE\b/, 'revokes a right'],
]

/** Additions to an existing table that block its writers while they read or write all of it. */
const onExisting: readonly (readonly [RegExp, string])[] = [
  [
    /\bADD (COLUMN )?(IF NOT EXISTS )?\w+ [^,]*\bGENERATED\b/,
    'adds a generated column, which rewrites the table',
  ],
  [
    /\bADD (COLUMN )?(IF NOT EXISTS )?\w+ (?!.*\bDEFAULT\b)[^,]*\bNOT NULL\b/,
    'adds a column that old servers leave empty: give it a DEFAULT',
  ],
  [
    /\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/,
    'reads the whole table: add it NOT VALID, and validate it in the next migration',
  ],
  [
    /\bADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*\bUSING INDEX\b)/,
    'builds an index: build it concurrently, then add it USING INDEX',
  ],
]

/** The statements of a migration that break the rules, unless a line `-- Accepted: <reason>` precedes them. */
export function migrationFaults(name: string, sql: string): string[] {
  const statements = statementsOf(sql)
  const created = new Set(
    statements.flatMap(
      ({ text }) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/.exec(text)?.[1] ?? [],
    ),
  )
  const isIndexesOnly = statements.every(({ text }) => /^CREATE (UNIQUE )?INDEX CONCURRENTLY/.test(text))
  return statements
    .filter(({ accepted }) => !accepted)
    .flatMap(({ text }) => faultsOf(text, created, contractName.test(name), isIndexesOnly))
    .map((fault) => `${name}: ${fault}`)
}

function faultsOf(
  text: string,
  created: ReadonlySet<string>,
  contract: boolean,
  isIndexesOnly: boolean,
): string[] {
  const index = /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(IF NOT EXISTS )?.*?\bON (?:ONLY )?([\w.]+)/.exec(
    text,
  )
  if (index) {
    const [, concurrently, ifNotExists, table = ''] = index
    if (!concurrently && !created.has(table))
      return [`blocks the writers of ${table}: create the index CONCURRENTLY: ${text}`]
    if (concurrently && !(ifNotExists && isIndexesOnly))
      return [`needs IF NOT EXISTS and a file with nothing but such indexes: ${text}`]
    return []
  }
  const keys = ofKeys.test(text) ? [`${ofKeysFault}: ${text}`] : []
  const table =
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w.]+)/.exec(text)?.[1] ??
    /^(?:UPDATE|DELETE FROM|TRUNCATE) ([\w.]+)/.exec(text)?.[1]
  if (table !== undefined && created.has(table)) return keys
  const rules = [...always, ...(contract ? [] : removing), ...(/^ALTER TABLE\b/.test(text) ? onExisting : [])]
  return [...keys, ...rules.flatMap(([pattern, fault]) => (pattern.test(text) ? [`${fault}: ${text}`] : []))]
}

interface Statement {
  /** In upper case, without comments and the content of literals, in one line. */
  readonly text: string
  readonly accepted: boolean
}

const acceptance = '\u0001'

function statementsOf(sql: string): Statement[] {
  // Comments and literals in one pass: each may contain the marks of the other, and semicolons.
  const bare = sql.replaceAll(/--.*$|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/gm, (found) => {
    if (!found.startsWith('--')) return "''"
    return /^-- Accepted: \S/.test(found) ? acceptance : ''
  })
  return bare.split(';').flatMap((part) => {
    const text = part.replaceAll(acceptance, '').replaceAll(/\s+/g, ' ').trim().toUpperCase()
    return text === '' ? [] : [{ text, accepted: part.includes(acceptance) }]
  })
}
