import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { IconPlus, IconUsers, IconZoomExclamation } from '../../ui/icons.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import classes from './PerformerListPage.module.css'
import { PerformerTable, type PerformerTableProps } from './PerformerTable.tsx'

export function ListEmpty({ filtered, refusal }: { filtered: boolean; refusal: string | undefined }) {
  return filtered ? (
    <EmptyState
      icon={IconZoomExclamation}
      title="条件に合う出演者がいません"
      action={
        <Button component={AppLink} href={paths.performers()} variant="default">
          条件を解除
        </Button>
      }
    >
      検索語を短くするか、絞り込みを解除してください。
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconUsers}
      title="出演者がいません"
      action={
        <>
          <GuardedButton href={paths.addPerformer()} refusal={refusal} leftSection={<IconPlus size={17} />}>
            出演者を登録
          </GuardedButton>
          <div className={classes.bring}>
            ご用意いただくもの：出演同意書（PDF・PNG・JPG）、身分証明書の画像、本人写真
          </div>
        </>
      }
    >
      氏名と本人確認書類を登録すると、ここに表示されます。
      <br />
      登録した書類は管理者が審査し、結果をメールでお知らせします。
    </EmptyState>
  )
}

export function ListLoading({ owner }: Pick<PerformerTableProps, 'owner'>) {
  const columns = ['196px', '108px', '168px', '1fr', ...(owner ? ['104px'] : []), '32px']
  return (
    <ListSkeleton
      head={<PerformerTable performers={[]} owner={owner} />}
      columns={columns}
      rows={9}
      twoLines
      cardHeight={124}
    />
  )
}
