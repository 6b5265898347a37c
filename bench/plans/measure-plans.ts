import { randomBytes } from 'node:crypto'
import type { AuditFilter } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Reader } from '@kyc/server/features/access/scope.ts'
import { countAuditEntries, findAuditEntries } from '@kyc/server/features/audit/audit-repository.ts'
import { findFacts, findQueues, findSealingLag } from '@kyc/server/features/monitoring/state-repository.ts'
import { countPerformers } from '@kyc/server/features/performers/search/count-performers.ts'
import { listPerformers } from '@kyc/server/features/performers/search/list-performers.ts'
import { countCases } from '@kyc/server/features/review/count-cases.ts'
import { listCases } from '@kyc/server/features/review/list-cases.ts'
import { listVideos } from '@kyc/server/features/videos/list-videos.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import { singleKey } from '@kyc/server/platform/crypto/encrypted-box.ts'
import { createCursorCodec } from '@kyc/server/platform/lists/cursor.ts'
import { testActor, testReader } from '@kyc/server/testing/app/test-actor.ts'
import { type Bench, type Line, whole } from '../bench.ts'
import { query } from '../database.ts'
import { seedAudit } from '../seed-audit.ts'
import { seedQueue } from '../seed-queue.ts'
import { auditSignerOf, keyRingOf } from '../seed-sealed-audit.ts'
import { seedVideos } from '../seed-videos.ts'
import { type Cost, createExplainer, type Explainer } from './explain.ts'
import { auditFilters, lists, queues, searches, searchesInOrder, videoQuestions } from './questions.ts'
import { measureTitles } from './titles.ts'

/** Milliseconds: `usual` up to 100,000 performers, `large` beyond (docs/decisions/0046). */
const targets = { usual: 15, large: 80 }
const logTarget = 10
/** Larger than the others, since metrics are read at most once in 10 s and count up to 100,000 items of a queue. */
const metricsTarget = 100

/** The database time for one page and its total, for every filter and order, as three different accounts. */
export async function measurePlans(bench: Bench): Promise<Line[]> {
  const { database, seed, options } = bench
  if (options.auditEntries > 0) await seedAudit(database.ownerUrl, options.auditEntries, seed)
  await seedVideos(database.ownerUrl, options.videos, seed)
  const explainer = await createExplainer(database.ownerUrl)
  const accounts = {
    admin: testReader('admin', seed.admin),
    'owner of half': testReader('user', seed.largeOwner),
    'owner of few': testReader('user', seed.smallOwner),
  }
  try {
    const titles = await measureTitles(bench, explainer)
    const [performer] = await query<{ id: string }>(
      database.ownerUrl,
      'SELECT id FROM performer ORDER BY id LIMIT 1 OFFSET 500',
    )
    const size = `${whole(options.performers)} performers`
    const target = options.performers > 100_000 ? targets.large : targets.usual
    const inLog = `${whole(options.auditEntries)} audit entries`
    const page = (query: Parameters<typeof listPerformers>[2]) => (reader: Reader) =>
      costOfList(explainer, reader, query)
    const counts = (query: Parameters<typeof countPerformers>[2]) => (reader: Reader) =>
      costOfCounts(explainer, reader, query)
    const entries = (filter: AuditFilter) => (reader: Reader) => costOfEntries(explainer, reader, filter)
    const videos = (query: Parameters<typeof listVideos>[2]) => (reader: Reader) =>
      explainer.costOf(() => listVideos({ db: explainer.db, cursors: cursors() }, reader.scope, query))
    const sealingLag = await lagQuery(bench)
    const filters = auditFilters(seed, performer?.id ?? '')
    return [
      ...titles,
      await worst(`lists in every order, ${size}`, accounts, lists, page, target),
      await worst(`searches, ${size}`, accounts, [...searches, ...searchesInOrder], page, target),
      await worst(`counts by state, ${size}`, accounts, [{}, ...searches], counts, target),
      await worst(
        `videos and searches in them, ${whole(options.videos)} videos`,
        accounts,
        videoQuestions,
        videos,
        targets.usual,
      ),
      await worst(`filters of the log, ${inLog}`, accounts, filters, entries, logTarget),
      ...(await measureQueue(bench, explainer, accounts)),
      await worst(
        `metrics of the state, ${size} and ${inLog}`,
        { monitoring: accounts.admin },
        [findFacts, findQueues, sealingLag] as const,
        (find) => () => explainer.costOf(() => find(explainer.db)),
        metricsTarget,
      ),
    ]
  } finally {
    await explainer.close()
  }
}

/** Runs after the measures of the other lists, because it changes which performers wait. */
async function measureQueue(
  { database, seed }: Bench,
  { db, costOf }: Explainer,
  accounts: Readonly<Record<string, Reader>>,
): Promise<Line[]> {
  await seedQueue(database.ownerUrl, seed)
  const services = { db, clock: systemClock, cursors: cursors() }
  const actor = testActor('admin', seed.admin)
  const page = (query: Parameters<typeof listCases>[2]) => (reader: Reader) =>
    costOf(() => listCases(services, { actor, scope: reader.scope }, query))
  const counts = () => (reader: Reader) => costOf(() => countCases(services, { actor, scope: reader.scope }))
  return [
    await worst('review queue with 100,000 cases', accounts, queues, page, targets.usual),
    await worst('counts of that queue', accounts, [{}], counts, targets.usual),
  ]
}

async function costOfList(
  { db, costOf }: Explainer,
  reader: Reader,
  query: Parameters<typeof listPerformers>[2],
): Promise<Cost> {
  const services = { db, clock: systemClock, cursors: cursors() }
  return costOf(() => listPerformers(services, reader.scope, query))
}

function costOfCounts(
  { db, costOf }: Explainer,
  reader: Reader,
  query: Parameters<typeof countPerformers>[2],
): Promise<Cost> {
  const services = { db, clock: systemClock }
  return costOf(() => countPerformers(services, reader.scope, query))
}

const cursors = () => createCursorCodec(singleKey(randomBytes(32)))

/** Reads what the page of the audit log reads: one page of entries and the total up to the bound. */
function costOfEntries({ db, costOf }: Explainer, reader: Reader, filter: AuditFilter): Promise<Cost> {
  return costOf(async () => {
    await findAuditEntries(db, reader, filter, { limit: limits.page.size + 1 })
    await countAuditEntries(db, reader, filter, limits.countBound)
  })
}

/** Prints every cost and returns a line with the highest. */
async function worst<Question>(
  name: string,
  accounts: Readonly<Record<string, Reader>>,
  questions: readonly Question[],
  costFor: (question: Question) => (reader: Reader) => Promise<Cost>,
  bound: number,
): Promise<Line> {
  console.log(`\n${name}: ms at the database`)
  let highest: { ms: number; of: string } = { ms: 0, of: '' }
  const times: number[] = []
  const scanned = new Set<string>()
  for (const question of questions) {
    const cells: string[] = []
    for (const [account, actor] of Object.entries(accounts)) {
      const cost = await costFor(question)(actor)
      const label = `${nameOf(question)} as ${account}`
      times.push(...cost.runs)
      if (cost.ms > highest.ms) highest = { ms: cost.ms, of: label }
      for (const table of cost.scanned) scanned.add(`${table} for ${label}`)
      cells.push(`${cost.ms.toFixed(2)}${cost.scanned.length > 0 ? ' SEQ SCAN' : ''}`.padEnd(16))
    }
    console.log(`  ${nameOf(question).padEnd(72)} ${cells.join(' ')}`)
  }
  for (const each of scanned) console.log(`  sequential scan of ${each}`)
  const sorted = times.toSorted((one, other) => one - other)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
  return {
    measure: name,
    product: `${highest.ms.toFixed(1)} ms for ${highest.of}; 99th percentile of all runs ${p99.toFixed(1)} ms`,
    target: `each < ${bound} ms`,
    reached: highest.ms < bound,
  }
}

function nameOf(question: unknown): string {
  return typeof question === 'function' ? question.name : JSON.stringify(question)
}

/** Returns a function that reads the age of the oldest entry that the running product has not sealed. */
async function lagQuery({ database, productEnv }: Bench): Promise<(db: Explainer['db']) => Promise<void>> {
  const keyRing = await keyRingOf(database.appUrl, productEnv.MASTER_KEY ?? '')
  const signer = await auditSignerOf(database.ownerUrl, keyRing)
  return async function findLag(db) {
    const lag = await findSealingLag(db, signer)
    if (lag === undefined) throw new Error('the checkpoint is of another database')
  }
}
