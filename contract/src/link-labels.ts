/** The actor of entries and the uploader of documents that came through the performer's own link (D66). */
export const linkActorLabel = '出演者本人（リンク）'

/** Acts on and by the performer's own link, as labelled in the audit log. */
export const linkChangeLabels = {
  link_sent: '出演者のリンクの発行',
  link_revoked: '出演者のリンクの取り消し',
  link_opened: '出演者のリンクを開いた',
  link_moved: '別のブラウザでの続行',
  link_consented: '出演者の同意',
  link_identity: '出演者による氏名と生年月日の入力',
  link_done: '出演者による提出の完了',
} as const

export type LinkChange = keyof typeof linkChangeLabels
