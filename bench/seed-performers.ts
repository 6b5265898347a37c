import { searchColumns } from '@kyc/server/features/access/fold-name.ts'
import { newId } from '@kyc/server/platform/ids.ts'
import type pg from 'pg'
import { withClient } from './database.ts'
import { dropIndexes } from './drop-indexes.ts'

/** The seeded accounts and the number of performers. */
export interface Seed {
  readonly admin: string
  /** Owns every second performer. */
  readonly largeOwner: string
  /** Owns one in a thousand. */
  readonly smallOwner: string
  readonly performers: number
}

export const families =
  '佐藤 鈴木 髙橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 小川 岡田 前田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 森田 上田 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 工藤 谷口 今井 丸山 増田 村田 藤本 武田 上野 杉山 千葉 菅原 平野 久保 大塚 岩崎 桜井 野口 松尾 菊地 新井 木下 渡邉 佐野 野村 浜田 濱口 綾小路 勅使河原'.split(
    ' ',
  )
export const givens =
  '花子 太郎 葵 陽菜 結衣 美咲 さくら 凛 愛 舞 優 翔 蓮 大翔 健 直樹 拓也 明日香 真由 七海 彩 遥 千尋 瞳 麻衣 由美 恵 香織 裕子 亜希 ひかり みどり ミナ エリカ 椿'.split(
    ' ',
  )

const batch = 5000

/** Inserts `count` performers by SQL. Names have a skewed distribution, like real ones. */
export async function seedPerformers(ownerUrl: string, count: number): Promise<Seed> {
  return withClient(ownerUrl, async (client) => {
    const seed = await seedAccounts(client, count)
    const owners = Array.from({ length: 200 }, () => newId())
    await insertAccounts(
      client,
      owners.map((id) => ({ id, role: 'user' })),
    )
    const rebuild = await dropIndexes(client, 'performer')
    await client.query('ALTER TABLE performer DISABLE TRIGGER count_performer')
    for (let start = 0; start < count; start += batch) {
      const rows = Array.from({ length: Math.min(batch, count - start) }, (_, n) =>
        row(start + n, count, seed, owners),
      )
      await client.query(
        'INSERT INTO performer SELECT * FROM jsonb_populate_recordset(NULL::performer, $1)'
          .replace('INTO performer', `INTO performer (${columns})`)
          .replace('SELECT *', `SELECT ${columns}`),
        [JSON.stringify(rows)],
      )
    }
    await client.query('ALTER TABLE performer ENABLE TRIGGER count_performer')
    await rebuild()
    await client.query('VACUUM (ANALYZE) performer')
    await client.query('VACUUM (ANALYZE) account')
    return seed
  })
}

async function seedAccounts(client: pg.Client, performers: number): Promise<Seed> {
  const seed = { admin: newId(), largeOwner: newId(), smallOwner: newId(), performers }
  await insertAccounts(client, [
    { id: seed.admin, role: 'admin' },
    { id: seed.largeOwner, role: 'user' },
    { id: seed.smallOwner, role: 'user' },
  ])
  return seed
}

async function insertAccounts(client: pg.Client, accounts: { id: string; role: string }[]): Promise<void> {
  await client.query(
    `INSERT INTO account (id, email, email_key, email_folded, name, name_folded, role, created_at, updated_at)
     SELECT a.id, email, email, email, '計測', '計測', a.role, now(), now()
     FROM jsonb_to_recordset($1) AS a (id uuid, role text), LATERAL (SELECT a.id || '@example.com' AS email) e`,
    [JSON.stringify(accounts)],
  )
}

const columns =
  'id, owner_id, registered_by, last_name, first_name, last_name_roman, first_name_roman, sort_name, search_text, search_grams, external_id, date_of_birth, status, pending_since, expires_on, last_action, last_resource_type, version, created_at, updated_at'

/** Picks an entry; the first ones of the list are the most frequent. */
export function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() ** 2 * list.length)] as T // the factor is below 1
}

function row(n: number, count: number, seed: Seed, owners: readonly string[]) {
  const names = {
    lastName: pick(families),
    firstName: pick(givens),
    lastNameRoman: romanWord(),
    firstNameRoman: romanWord(),
  }
  const at = new Date(Date.UTC(2019, 0, 1) + (n / count) * 7.5 * 365.25 * 86_400_000)
  // The newest are pending, and about one percent of the others is rejected.
  const status = n > count * 0.995 ? 'pending' : n % 97 === 0 ? 'rejected' : 'approved'
  const owner = n % 2 ? seed.largeOwner : n % 1000 === 0 ? seed.smallOwner : owners[n % owners.length]
  return {
    id: newId(at),
    owner_id: owner,
    registered_by: owner,
    last_name: names.lastName,
    first_name: names.firstName,
    last_name_roman: names.lastNameRoman,
    first_name_roman: names.firstNameRoman,
    ...searchColumns(names),
    external_id: n % 3 === 0 ? `SG-${String(n).padStart(8, '0')}` : null,
    date_of_birth: '1995-04-01',
    status,
    pending_since: status === 'pending' ? at : null,
    // One in 400 expires soon, spread over the list.
    expires_on: status === 'approved' ? (n % 400 === 7 ? '2026-01-15' : '2035-01-15') : null,
    last_action: 'create',
    last_resource_type: 'performer',
    version: 1,
    created_at: at,
    updated_at: new Date(at.getTime() + Math.random() * 30 * 86_400_000),
  }
}

const syllables =
  'ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me mo ya yu yo ra ri ru re ro wa'.split(
    ' ',
  )

function romanWord(): string {
  return Array.from({ length: 2 + Math.floor(Math.random() * 3) }, () => pick(syllables))
    .join('')
    .toUpperCase()
}
