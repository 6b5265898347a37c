import type { CampaignSelection } from '@kyc/contract/campaigns.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { exportPerformers } from '@kyc/contract/performer-export.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconFileExport, IconMailForward, IconMenu2, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callFile } from '../../api/call.ts'
import { type PerformerListSearch, paths } from '../../paths.ts'
import { useFileExport } from '../../session/use-file-export.ts'
import { useExportRefusal, useRegisterRefusal } from '../../session/use-organisations.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { CampaignDialog } from '../campaigns/CampaignDialog.tsx'
import type { ColumnsDialogProps } from './ColumnsDialog.tsx'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { defaultSort } from './list-filters.ts'

const texts = {
  done: '出演者の一覧をダウンロードしました',
  failed: '出演者の一覧のエクスポートに失敗しました',
}

export interface ListActionsProps extends Pick<ColumnsDialogProps, 'columns' | 'onChange'> {
  search: PerformerListSearch
  /** The search text. */
  text: string
}

/** The rarer acts of the list: bulk registration, campaign, export, columns. */
export function ListActions({ search, text, columns, onChange }: ListActionsProps) {
  const go = useNavigate()
  const registerRefusal = useRegisterRefusal()
  const exportRefusal = useExportRefusal()
  const { exporting, start, cancel } = useFileExport(texts)
  const [choosing, setChoosing] = useState(false)
  const [asking, setAsking] = useState(false)
  const exportList = () => {
    const { cursor: _page, ...query } = { sort: defaultSort(search), ...search, search: text || undefined }
    void start({
      name: `performers_${dayInJapan(new Date())}.xlsx`,
      fetch: (signal) => callFile(exportPerformers, { query, signal }),
    })
  }
  return (
    <>
      <ActionMenu
        label="出演者一覧のその他の操作"
        title="その他の操作"
        note={registerRefusal ?? exportRefusal}
        actions={[
          {
            label: '一括登録',
            detail: '.xlsx・.csv から下書きで登録',
            icon: IconUpload,
            disabled: registerRefusal !== undefined,
            onSelect: () => void go({ to: paths.importPerformers() }),
          },
          {
            label: 'まとめて依頼',
            detail: 'いまの絞り込みの出演者にメールで依頼',
            icon: IconMailForward,
            disabled: registerRefusal !== undefined,
            onSelect: () => setAsking(true),
          },
          exporting
            ? { label: 'エクスポートをやめる', icon: IconFileExport, onSelect: cancel }
            : {
                label: 'エクスポート',
                detail: 'いまの絞り込みの一覧をExcelで保存',
                icon: IconFileExport,
                disabled: exportRefusal !== undefined,
                onSelect: exportList,
              },
          { label: '表示する列', icon: IconMenu2, onSelect: () => setChoosing(true) },
        ]}
      />
      <VisuallyHidden role="status">{exporting ? 'エクスポートしています' : ''}</VisuallyHidden>
      {asking && <CampaignDialog selection={selectionOf(search, text)} onClose={() => setAsking(false)} />}
      {choosing && <ColumnsDialog columns={columns} onChange={onChange} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** The filter of the list as the selection of a campaign, which has no page, order or organisation. */
function selectionOf(search: PerformerListSearch, text: string): CampaignSelection {
  const { cursor: _page, sort: _order, organisation: _of, ...filter } = search
  return { from: 'list', ...filter, search: text || undefined }
}
