/** Changes of a log by SQL, as a superuser could make them. */

/** Two different leaves, and the number of leaves. */
interface Chosen {
  readonly one: number
  readonly two: number
  readonly size: number
}

interface SqlChange {
  readonly name: string
  /** The exit code with which the verification reports the change. */
  readonly code: number
  /** Whether the report must name the first leaf or its entry. */
  readonly named: boolean
  sql(chosen: Chosen): string
}

/** A position that no leaf of the tests has. */
const away = 1_000_000_000_000
const entryOf = (leaf: number) => `(SELECT event_id FROM audit_leaf WHERE leaf_index = ${leaf})`
const flip = (column: string) =>
  `${column} = set_byte(${column}, length(${column}) - 1, get_byte(${column}, length(${column}) - 1) # 1)`
const anyCheckpoint = '(SELECT size FROM audit_checkpoint ORDER BY random() LIMIT 1)'

const eventEdits: readonly string[] = [
  'at_us = at_us + 1000',
  'actor = gen_random_uuid()',
  'actor = NULL',
  "action = 'read'",
  "rtype = 'video'",
  "rid = rid || '1'",
  'subject = gen_random_uuid()',
  'owner = gen_random_uuid()',
  'owner = NULL',
  'writer = gen_random_uuid()',
  'wseq = wseq + 100000',
  flip('details_commit'),
  flip('ip_commit'),
  flip('leaf'),
  flip('mac'),
]

const edits: readonly SqlChange[] = [
  ...eventEdits.map((edit) =>
    change(2, edit, ({ one }) => `UPDATE audit_event SET ${edit} WHERE id = ${entryOf(one)}`),
  ),
  ...['ip_enc', 'details_enc'].map((column) =>
    change(
      2,
      `edit ${column}`,
      ({ one }) => `UPDATE audit_pii SET ${flip(column)} WHERE event_id = ${entryOf(one)}`,
    ),
  ),
]

/** A change that the report names. */
function change(code: number, name: string, sql: SqlChange['sql']): SqlChange {
  return { code, name, sql, named: true }
}

/** A change that no single entry shows. */
function wide(code: number, name: string, sql: SqlChange['sql']): SqlChange {
  return { code, name, sql, named: false }
}

const forged = `INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, writer, wseq, ip_commit, details_commit, leaf, mac)
  SELECT gen_random_uuid(), at_us, actor, action, rtype, rid, gen_random_uuid(), wseq, ip_commit, details_commit, leaf, mac
  FROM audit_event LIMIT 1 RETURNING id, leaf`

const deleteBoth = (leaf: number) =>
  `DELETE FROM audit_event WHERE id = ${entryOf(leaf)}; DELETE FROM audit_leaf WHERE leaf_index = ${leaf}`

/** Exchanges columns between two rows of a table. */
const exchange = (table: string, key: string, columns: readonly string[]) => {
  const assignments = columns.map((column) => `${column} = b.${column}`).join()
  return ({ one, two }: Chosen) =>
    `UPDATE ${table} a SET ${assignments} FROM ${table} b WHERE a.${key} IN (${entryOf(one)}, ${entryOf(two)})
       AND b.${key} IN (${entryOf(one)}, ${entryOf(two)}) AND a.${key} <> b.${key}`
}

/** Removes everything from a leaf on, as if it had never existed. */
export const truncateTo = (end: number) => `
  DELETE FROM audit_pii WHERE event_id IN (SELECT event_id FROM audit_leaf WHERE leaf_index >= ${end});
  DELETE FROM audit_event WHERE id IN (SELECT event_id FROM audit_leaf WHERE leaf_index >= ${end});
  DELETE FROM audit_leaf WHERE leaf_index >= ${end};
  DELETE FROM audit_node WHERE (index + 1) << level > ${end};
  DELETE FROM audit_checkpoint WHERE size > ${end};
  DELETE FROM audit_writer`

export const sqlChanges: readonly SqlChange[] = [
  ...edits,
  wide(
    2,
    'move an entry to an earlier transaction',
    ({ size }) => `UPDATE audit_event SET xid = '1' WHERE id = ${entryOf(size - 2)}`,
  ),
  change(2, 'edit a leaf', ({ one }) => `UPDATE audit_leaf SET ${flip('leaf')} WHERE leaf_index = ${one}`),
  change(
    2,
    'edit an entry with its hash and its leaf',
    ({ one }) => `UPDATE audit_event SET action = 'read', leaf = sha256('x') WHERE id = ${entryOf(one)};
      UPDATE audit_leaf SET leaf = sha256('x') WHERE leaf_index = ${one}`,
  ),
  change(2, 'exchange personal data', exchange('audit_pii', 'event_id', ['ip_enc', 'details_enc'])),
  change(2, 'exchange contents', exchange('audit_event', 'id', ['actor', 'rid', 'owner'])),
  change(
    2,
    'delete the personal data',
    ({ one }) => `DELETE FROM audit_pii WHERE event_id = ${entryOf(one)}`,
  ),
  change(3, 'delete an entry', ({ one }) => `DELETE FROM audit_event WHERE id = ${entryOf(one)}`),
  change(3, 'delete a leaf', ({ one }) => `DELETE FROM audit_leaf WHERE leaf_index = ${one}`),
  change(3, 'delete an entry with its leaf', ({ one }) => deleteBoth(one)),
  wide(
    3,
    'delete an entry and move the others up',
    ({ one }) => `${deleteBoth(one)};
      UPDATE audit_leaf SET leaf_index = leaf_index + ${away} WHERE leaf_index > ${one};
      UPDATE audit_leaf SET leaf_index = leaf_index - ${away} - 1 WHERE leaf_index > ${away}`,
  ),
  wide(2, 'insert an entry', () => forged),
  wide(
    2,
    'insert an entry with a leaf',
    ({ size }) => `WITH e AS (${forged}) INSERT INTO audit_leaf SELECT ${size}, id, leaf FROM e`,
  ),
  wide(
    2,
    'move a leaf far away',
    ({ one }) => `UPDATE audit_leaf SET leaf_index = ${away} WHERE leaf_index = ${one}`,
  ),
  wide(
    2,
    'exchange two leaves',
    ({ one, two }) => `UPDATE audit_leaf SET leaf_index = ${away} WHERE leaf_index = ${one};
      UPDATE audit_leaf SET leaf_index = ${one} WHERE leaf_index = ${two};
      UPDATE audit_leaf SET leaf_index = ${two} WHERE leaf_index = ${away}`,
  ),
  wide(2, 'edit a subtree', () => `UPDATE audit_node SET ${flip('hash')}`),
  wide(3, 'delete the subtrees', () => 'DELETE FROM audit_node'),
  wide(
    2,
    'insert a subtree',
    ({ one }) => `INSERT INTO audit_node VALUES (${8 + (one % 20)}, 7, sha256('x'))`,
  ),
  wide(3, 'delete a checkpoint', () => `DELETE FROM audit_checkpoint WHERE size = ${anyCheckpoint}`),
  wide(6, 'edit a root', () => `UPDATE audit_checkpoint SET ${flip('root')} WHERE size = ${anyCheckpoint}`),
  wide(
    6,
    'edit a note',
    () =>
      `UPDATE audit_checkpoint SET note = replace(note, 'sealed 2', 'sealed 3') WHERE size = ${anyCheckpoint}`,
  ),
  wide(4, 'truncate the whole log', () => truncateTo(0)),
]
