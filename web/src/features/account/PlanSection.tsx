import { limits } from '@kyc/contract/limits.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './account.module.css'

const explanation = [
  '月額プランは、ここからいつでも解約できます。',
  `お申し込みを受け付けたことは、${limits.contactReplyHours}時間以内にメールでお知らせします。`,
  '年額プランの解約は、サポートで承ります。',
].join('')

/** Monthly plans are cancelled in the account settings (spec §9). */
export function PlanSection() {
  return (
    <Section title="ご契約">
      <div className={classes.body}>
        <p className={classes.lead}>
          {explanation}
          返金とデータの取り扱いは、<AppLink href={paths.cancellation()}>キャンセルポリシー</AppLink>
          をご覧ください。
        </p>
        <Button component={AppLink} href={paths.contact({ topic: 'cancellation' })} variant="default">
          解約を申し込む
        </Button>
      </div>
    </Section>
  )
}
