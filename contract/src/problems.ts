import { packProblems } from './pack-problems.ts'
import { partnerProblems } from './partner-problems.ts'
import { relianceProblems } from './reliance-problems.ts'
import { titleProblems } from './title-problems.ts'

/**
 * Every error of the API: code → status and the Japanese title shown to users (D49).
 * `{field}` and `{types}` in a title are filled from the problem's own details (spec §5). `field` names the input that
 * the problem is about, unless its details name another.
 */
export const problems = {
  INVALID_INPUT: { status: 400, title: '入力内容を確認してください。' },
  MALFORMED_REQUEST: { status: 400, title: 'リクエストの形式が正しくありません。' },
  NAMES_REQUIRED: { status: 400, title: 'すべての名前フィールドを入力してください。' },
  LINK_INVALID: {
    status: 400,
    title: 'リンクの有効期限が切れているか、すでに使われています。もう一度お手続きください。',
  },
  PASSWORD_WRONG: { status: 400, title: '現在のパスワードが正しくありません。', field: 'currentPassword' },
  FILES_REQUIRED: {
    status: 400,
    title: '必須ファイル（出演同意書、身分証明書表面、本人写真）がアップロードされていません。',
  },
  FILE_TYPE_UNSUPPORTED: {
    status: 400,
    title: '{field}：サポートされていないファイル形式です（{types}のみ使用可能）',
  },
  /** D81: the virus scanner has found a signature in the file. */
  FILE_INFECTED: {
    status: 400,
    title: '{field}：ウイルスが検出されました。別のファイルを選択してください。',
  },
  /** D114: a QR code in the picture holds an individual number. */
  FILE_INDIVIDUAL_NUMBER: {
    status: 400,
    title: '{field}：マイナンバーのQRコードが写っています。表面を使うか、QRコードを隠してください。',
  },
  ID_KIND_UNSUPPORTED: { status: 400, title: 'この種類の身分証は対象外の書類のため受け付けられません。' },
  CURSOR_INVALID: { status: 400, title: 'ページの指定が正しくありません。一覧を開き直してください。' },
  KYC_SESSION_MISMATCH: { status: 400, title: '送信された内容が、この本人確認の内容と一致しません。' },
  INVALID_CREDENTIALS: { status: 401, title: 'メールアドレスまたはパスワードが正しくありません。' },
  UNAUTHENTICATED: { status: 401, title: 'ログインしてください。' },
  TOKEN_EXPIRED: { status: 401, title: 'ログインの有効期限が切れました。もう一度ログインしてください。' },
  INVALID_TOKEN: { status: 401, title: '認証中にエラーが発生しました。もう一度お試しください。' },
  SECOND_FACTOR_INVALID: { status: 400, title: '確認コードが正しくありません。もう一度お試しください。' },
  SECOND_FACTOR_EXPIRED: { status: 400, title: '時間が経過したため、もう一度最初からログインしてください。' },
  FORBIDDEN: { status: 403, title: 'この操作を行う権限がありません。' },
  CSRF_INVALID: { status: 403, title: 'ページの有効期限が切れました。もう一度お試しください。' },
  STEP_UP_REQUIRED: { status: 403, title: 'この操作には、もう一度ログインが必要です。' },
  ACCESS_CHANGED: { status: 403, title: '操作中に権限が変更されました。ページを開き直してください。' },
  ORGANISATION_ROLE: {
    status: 403,
    title: '組織での役割では、この操作はできません。組織の代表にご連絡ください。',
  },
  ORGANISATION_UNAPPROVED: {
    status: 403,
    title:
      'この組織はまだ承認されていません。承認されるまで、出演者へのリンクとメンバーへの招待は送れません。',
  },
  SENDER_UNVERIFIED: {
    status: 403,
    title: 'ご自身のメールアドレスが未確認のため、送信できません。先にメールアドレスを確認してください。',
  },
  SENDER_NAME: {
    status: 403,
    title: '氏名が運営者と間違えられるおそれがあるため、送信できません。氏名を変更してください。',
  },
  ORGANISATION_INCOMPLETE: { status: 409, title: '正式名称と連絡先が設定されていないため、承認できません。' },
  PICTURES_WITHHELD: {
    status: 409,
    title: '書類の画像が消されてから7日間は、元に戻せるように、この出演者を削除できません。',
  },
  TRANSFER_TOO_LARGE: {
    status: 409,
    title: '一度に統合できるのは、出演者と動画を合わせて20,000件までです。',
  },
  ORGANISATION_CANCELLED: {
    status: 409,
    title: 'この組織は、すでに解約されています。変更するには、お問い合わせください。',
  },
  ORGANISATION_DISABLED: { status: 403, title: 'この組織は利用を停止されています。管理者にご連絡ください。' },
  OPENING_REASON_REQUIRED: { status: 403, title: '閲覧の理由を入力してください。' },
  SECOND_FACTOR_ENROL: { status: 403, title: '先に二段階認証を設定してください。' },
  NOT_FOUND: { status: 404, title: '見つかりません。' },
  PERFORMER_NOT_FOUND: { status: 404, title: '出演者が見つかりません' },
  DOCUMENT_NOT_FOUND: { status: 404, title: '書類が見つかりません。' },
  ORGANISATION_NOT_FOUND: { status: 404, title: '組織が見つかりません。' },
  MEMBER_NOT_FOUND: { status: 404, title: 'メンバーが見つかりません。' },
  INVITATION_NOT_FOUND: {
    status: 404,
    title: '招待が見つかりません。取り消されたか、有効期限が切れています。',
  },
  PUBLICATION_NOT_FOUND: { status: 404, title: '公開の記録が見つかりません。' },
  CAMPAIGN_NOT_FOUND: { status: 404, title: '一括依頼が見つかりません。' },
  TAKEDOWN_NOT_FOUND: { status: 404, title: '申し出が見つかりません。' },
  SIGNING_NOT_FOUND: { status: 404, title: '署名の依頼が見つかりません。' },
  TEMPLATE_NOT_FOUND: { status: 404, title: 'テンプレートが見つかりません。' },
  VIDEO_NOT_FOUND: { status: 404, title: '動画が見つかりません。' },
  KYC_SESSION_NOT_FOUND: {
    status: 404,
    title: 'この本人確認は開始されていないか、有効期限が切れています。提携先のページからやり直してください。',
  },
  PERFORMER_LINK_DONE: { status: 404, title: '書類の提出は完了しています。' },
  PERFORMER_LINK_ENDED: { status: 404, title: 'このリンクは使えません。新しいリンクを依頼してください。' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'この操作には対応していません。' },
  REQUEST_TIMEOUT: { status: 408, title: '送信に時間がかかりすぎました。もう一度お試しください。' },
  DOCUMENT_REPLACED: {
    status: 409,
    title: '書類が新しい版に差し替えられています。最新の書類を確認してから、もう一度操作してください。',
  },
  LINK_CODE_REQUIRED: { status: 409, title: '別のブラウザで開かれたリンクです。確認コードが必要です。' },
  LINK_OTHER_BROWSER: {
    status: 409,
    title: '別のブラウザで開かれたリンクです。新しいリンクを依頼してください。',
  },
  TAKEDOWN_STATE: { status: 409, title: '申し出の状態が変わりました。画面を開き直してください。' },
  SIGNING_STATE: { status: 409, title: '署名の状態が変わりました。画面を開き直してください。' },
  SIGNING_OPEN: {
    status: 409,
    title: 'この出演者には署名の依頼が送られています。取り消してから、新しく作成してください。',
  },
  SIGNING_NOT_YET: { status: 409, title: 'まだ署名できません。画面に表示されている理由をご確認ください。' },
  SIGNING_UNDER_AGE: { status: 409, title: '18歳未満の方とは契約できません。' },
  APPEARANCE_STATE: {
    status: 409,
    title: '映像を確認する機会が記録されていないか、すでに回答されています。',
  },
  CONSENT_REQUIRED: { status: 409, title: '先に同意が必要です。' },
  IDENTITY_REQUIRED: {
    status: 409,
    title: '氏名と生年月日を入力してから、完了してください。画面を開き直すと入力できます。',
  },
  DOCUMENT_UNSEEN: {
    status: 409,
    title: 'この書類はまだ開かれていません。書類を表示して確認してから承認してください。',
  },
  CASE_CLAIMED: { status: 409, title: 'ほかの管理者が審査中です。' },
  DOCUMENT_STATE: { status: 409, title: '書類の現在の状態では、この操作はできません。' },
  DOCUMENT_VERIFIED: { status: 409, title: '承認済みの書類は差し替えられません。管理者にご連絡ください。' },
  ID_BACK_CLOSED: {
    status: 409,
    title: 'マイナンバーカードの裏面は受け付けられません。個人番号は保存しないでください。',
  },
  CASE_CLOSED: {
    status: 409,
    title: 'この出演者の審査は終了しているため、この操作はできません。管理者にお問い合わせください。',
  },
  CASE_OPEN: { status: 409, title: 'この出演者の審査は終了していません。' },
  UNDO_TOO_LATE: {
    status: 409,
    title: '取り消せる時間を過ぎました。判断を変更するには、もう一度審査してください。',
  },
  UNDO_CHANGED: { status: 409, title: 'そのあとにほかの操作があったため、取り消せません。' },
  UNDO_MAILED: { status: 409, title: 'お知らせのメールが送信されたため、取り消せません。' },
  UNDO_DESTROYS: {
    status: 409,
    title: '身分証明書裏面を削除した承認は取り消せません。裏面は、最高管理者が元に戻せます。',
  },
  FOUR_EYES: {
    status: 409,
    title: 'ご自身が登録・提出・変更した内容は、ご自身では審査できません。ほかの管理者に依頼してください。',
  },
  UNDER_AGE: { status: 409, title: '18歳未満の方は承認できません。' },
  BIRTHDATE_DIFFERS: {
    status: 409,
    title: '登録済みの生年月日と異なります。登録内容を訂正してから承認してください。',
  },
  DETAILS_LOCKED: {
    status: 409,
    title: '審査が行われたため、この項目は変更できません。管理者にご連絡ください。',
  },
  ID_BACK_STORED: {
    status: 409,
    title: '身分証明書裏面が登録されているため、マイナンバーカードに変更できません。管理者にご連絡ください。',
  },
  PUBLISHED_THERE: {
    status: 409,
    title: 'この公開先での公開は、すでに記録されています。続いている公開は、公開先ごとに1件です。',
    field: 'channel',
  },
  TOO_MANY_PUBLICATIONS: { status: 409, title: '1本の動画に記録できる公開は200件までです。' },
  ...relianceProblems,
  ...titleProblems,
  ...packProblems,
  ...partnerProblems,
  VIDEO_PUBLISHED: { status: 409, title: '公開の記録がある動画から出演者を外せるのは、管理者だけです。' },
  EXTERNAL_ID_TAKEN: { status: 409, title: 'この外部IDはすでに使われています。' },
  EXTERNAL_ID_AMBIGUOUS: { status: 409, title: '同じ外部IDの出演者が複数います。IDで指定してください。' },
  EMAIL_IN_USE: { status: 409, title: 'このメールアドレスは既に使用されています。', field: 'email' },
  OWN_REQUEST: { status: 409, title: 'ご自身の申請は、ほかの最高管理者が承認してください。' },
  SECOND_PERSON_TOO_NEW: {
    status: 409,
    title: '申請の{days}日以上前から最高管理者である方だけが承認できます。',
  },
  RECORD_DESTROYED: { status: 409, title: 'この記録は、すでに破棄されています。' },
  RECORD_KEPT: { status: 409, title: 'この記録は破棄できません。{why}' },
  LEGAL_HOLD: { status: 409, title: '保全中の記録は破棄できません。先に保全を解除してください。' },
  TRANSFER_INCOMPLETE: {
    status: 409,
    title:
      '動画は、その出演者や、予告編・総集編などの元の動画と一緒に移行する必要があります。対象をすべて選択してください。',
  },
  PERFORMER_OF_OTHER_OWNER: {
    status: 409,
    title: '動画に追加できるのは、その動画と同じ組織の出演者だけです。',
  },
  ORGANISATION_PERSONAL: { status: 409, title: '個人の組織です。先に、種別と組織名を設定してください。' },
  MEMBER_EXISTS: { status: 409, title: 'このメールアドレスの方は、すでにメンバーです。', field: 'email' },
  LAST_REPRESENTATIVE: {
    status: 409,
    title: '組織の代表がいなくなるため、この操作はできません。先に、ほかのメンバーを代表にしてください。',
  },
  COMPANY_ID_TAKEN: { status: 409, title: 'この会社IDはすでに登録されています。', field: 'companyId' },
  KYC_SIGN_IN_REQUIRED: { status: 409, title: 'この画面で、もう一度ログインしてください。' },
  KYC_USER_LINKED: {
    status: 409,
    title: 'この user_id は別のアカウントで登録済みです。登録したときのアカウントでログインしてください。',
  },
  KYC_USER_NOT_LINKED: {
    status: 409,
    title: 'この会員IDはどのアカウントとも連携していません。',
    field: 'userId',
  },
  CALLBACKS_STOPPED: { status: 409, title: 'この提携先への送信は停止しています。' },
  DELIVERY_EMPTIED: { status: 409, title: '送信内容の保存期間が過ぎているため、再送できません。' },
  EXPORT_IN_PROGRESS: {
    status: 409,
    title: '別のレポートを作成しています。完了してから、もう一度お試しください。',
  },
  LAST_SUPERADMIN: { status: 409, title: '有効な最高管理者がいなくなるため、この操作はできません。' },
  EMAIL_UNVERIFIED: { status: 409, title: 'この方のメールアドレスは未確認のため、権限を変更できません。' },
  ROLE_MANAGED: { status: 409, title: 'この方の権限は動画サービス側で管理されています。' },
  STEP_UP_NEEDS_FACTOR: {
    status: 409,
    title: '二段階認証を設定しているため、認証アプリ、パスキー、またはリカバリーコードで確認してください。',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 409,
    title: 'この権限では二段階認証が必要です。別の方法を登録してから削除してください。',
  },
  CONFLICT: { status: 409, title: '他の操作と重なりました。画面を更新して、もう一度お試しください。' },
  REQUEST_IN_PROGRESS: { status: 409, title: '同じ内容の送信を処理しています。しばらくお待ちください。' },
  FILE_TOO_LARGE: { status: 413, title: '{field}：ファイルサイズが大きすぎます（20MB以下にしてください）' },
  BODY_TOO_LARGE: { status: 413, title: '送信された内容が大きすぎます。' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: '送信形式に対応していません。' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: '同じ送信番号で異なる内容が送られました。' },
  RATE_LIMITED: { status: 429, title: '操作が多すぎます。しばらく待ってから、もう一度お試しください。' },
  DAILY_REGISTRATIONS: {
    status: 429,
    title: '1日に登録できる件数（{limit}件）に達しました。明日もう一度お試しください。',
  },
  DAILY_BYTES: {
    status: 429,
    title: '1日に送信できるファイルの合計サイズ（{limit}MB）を超えます。明日もう一度お試しください。',
  },
  HEADERS_TOO_LARGE: { status: 431, title: 'リクエストの見出しが大きすぎます。' },
  INTERNAL: { status: 500, title: 'サーバー側で問題が発生しました。時間をおいて、もう一度お試しください。' },
  /** D57: the stored bytes or their key are damaged; a retry does not help. */
  FILE_UNREADABLE: {
    status: 500,
    title: 'このファイルは破損しているため開けません（ファイルID：{id}）。システムの管理者にご連絡ください。',
  },
  FACTOR_UNREADABLE: {
    status: 500,
    title:
      '認証アプリの登録情報が破損しています。リカバリーコードなどの別の方法をお使いになるか、管理者にご連絡ください。',
  },
  PARTNER_DELIVERY_FAILED: {
    status: 502,
    title: 'KYC登録は完了しましたが、提携先への結果の送信に失敗しました。',
  },
  /** As PARTNER_DELIVERY_FAILED, but without a retry: the partner's callbacks are off, or the delivery is dead. */
  PARTNER_DELIVERY_STOPPED: {
    status: 502,
    title: 'KYC登録は完了しましたが、提携先への結果の送信に失敗しました。',
  },
  PROVIDER_NOT_CONFIGURED: {
    status: 503,
    title: '動画サービスのアカウントでのログインは設定されていません。管理者にご連絡ください。',
  },
  PROVIDER_UNAVAILABLE: { status: 503, title: '動画サービスに接続できません。後でもう一度お試しください。' },
  TEMPORARILY_UNAVAILABLE: {
    status: 503,
    title: 'ただいまサービスを利用できません。しばらくしてから、もう一度お試しください。',
  },
} as const satisfies Record<string, { status: number; title: string; field?: string }>

export type ProblemCode = keyof typeof problems

/** The input that a problem with `code` is about, if it is always the same. */
export function problemField(code: ProblemCode): string | undefined {
  const problem = problems[code]
  return 'field' in problem ? problem.field : undefined
}

/** The title of `code` with its placeholders filled; unfilled ones are removed. */
export function problemTitle(code: ProblemCode, fill: Record<string, string> = {}): string {
  return problems[code].title.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? '')
}
