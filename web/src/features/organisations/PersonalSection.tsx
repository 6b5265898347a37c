import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './organisations.module.css'

/** How the organisation of one person becomes that of a company. */
export function PersonalSection({ refusal, onStart }: { refusal: string | undefined; onStart: () => void }) {
  return (
    <Section title="会社として使う">
      <div className={classes.body}>
        <p className={classes.lead}>
          いまは、あなただけの組織です。種別を制作会社または配信会社に変えて会社名を設定すると、同僚を招待して、出演者と動画をいっしょに扱えます。登録した内容はそのまま引き継がれます。個人には戻せません。
        </p>
        <GuardedButton variant="default" refusal={refusal} onClick={onStart}>
          会社名を設定
        </GuardedButton>
      </div>
    </Section>
  )
}
