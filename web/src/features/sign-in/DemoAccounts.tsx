import type { ClientConfig } from '@kyc/contract/system.ts'
import { IconFlask } from '@tabler/icons-react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import classes from './DemoAccounts.module.css'

type Account = ClientConfig['demoAccounts'][number]

/** The demo accounts; in demo mode only (D45). */
export function DemoAccounts({
  accounts,
  onFill,
}: {
  accounts: readonly Account[]
  onFill: (account: Account) => void
}) {
  const password = accounts[0]?.password
  return (
    <section className={classes.box} aria-labelledby="demo-title">
      <h2 id="demo-title">
        <IconFlask size={18} aria-hidden />
        デモ環境で動作しています
      </h2>
      {password && (
        <p>
          パスワードはすべて <strong>{password}</strong> です。
        </p>
      )}
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <span className={classes.role}>{account.label}</span>
            <span className={classes.email}>{account.email}</span>
            <LinkButton aria-label={`${account.label}のアカウントを入力`} onClick={() => onFill(account)}>
              入力
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
