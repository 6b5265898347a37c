import type { Rolldown } from 'vite'

/** Icons that the frame does not load: those of tables, and those that one page or one part uses. */
const tableIcons =
  'ArrowRight|ArrowsExchange|ArrowsSort|Ban|DeviceDesktop|DeviceMobile|Devices|DotsVertical|Download|Eye|Filter|Flame|LockExclamation|LockOpen|Mail|MailForward|MailQuestion|MailX|Pencil|Share|ShieldOff|UserPlus'
const ownIcons =
  'ArrowsDiff|CalendarExclamation|CameraRotate|ChevronUp|Contrast|FileExport|FileSearch|FileText|Flask|Inbox|Key|Link|Maximize|Minus|PhotoOff|Point|Printer|Rotate|RotateClockwise|Sun|ZoomIn'

/**
 * Files that the code of the pages is joined into. Otherwise each shared module would be a file of its own, and
 * a first page would load up to a hundred. A group has the modules that match and all that they import, except
 * what an earlier group has. Pages and large parts that are loaded on demand stay files of their own.
 *
 * A module that only some pages need is in a late group; `npm run check` fails if a page becomes too large.
 */
const groups: readonly [name: string, ...modules: RegExp[]][] = [
  // The first page of most visits is loaded with the program itself.
  ['base', source('main|shell/PublicFrame|features/sign-in/LoginPage')],
  [
    'header',
    source('shell/(Header|PublicFrame|use-main-focus)|ui/(Toasts|frame|format|go|use-strip)'),
    icons('Login2'),
  ],
  [
    'shared',
    source('api/fail.*|ui/(ErrorState|StateBadge|Section|Skeletons|Form|FieldBadge|MailAddress)'),
    source('ui/(use-form-call|text|form)'),
    contract('record-fields'),
    icons('Check|Copy|Lock|Send|AlertCircle|Fingerprint|ChevronDown|BrandGoogle'),
    /@mantine\/hooks\/.*\/use-(?:debounced|merged|callback|uncontrolled|window|resize|mutation).*/,
    mantine('VisuallyHidden'),
    /@mantine\/core\/esm\/core\//,
  ],
  ['fields', mantine('NativeSelect|Progress'), contract('problems')],
  ['choices', mantine('Textarea|Checkbox|InlineInput'), contract('record-limits')],
  ['tabs', mantine('Tabs')],
  // What the performer's page shares with others; it loads neither the frame nor the forms.
  [
    'labels',
    source('ui/(use-back-to-close|dialog-texts)|features/documents/(document-need|use-object-url)'),
    contract('labels|id-kind-texts-ja|masks'),
    icons('ChevronLeft|CircleDashed|Refresh|X'),
  ],
  [
    'files',
    source('features/documents/(IdKindChoice|picture-hints|slot-state|use-file-preparation|use-upload)'),
    source('features/documents/redaction/redaction-texts-ja'),
    icons('Camera|EyeOff|FileTypePdf|Photo'),
  ],
  ['link', contract('performer-links|consent'), source('ui/CodeField|features/sign-in/use-link-token')],
  ['reading', source('ReadingPages|features/policies/(PolicyPage|durations)'), contract('contact|retention')],
  [
    'frame',
    source(
      'SignedInShell|signed-in-pages|ui/(?!Dialog|FormDialog|ConfirmDialog|ActDialog|OpenedMenu|CodeField|LinkButton|List|Keyset|SearchField|FilterChips|CountBadge|RefetchFailed|EmptyState|QrCode|Choices|ActionMenu|MenuButton|TabLinks|Facts|Timestamp|way-back|save-file)[\\w-]+',
    ),
    source('session/(use-organisations|OrganisationGate|MembershipRefresh|SignInCover)'),
    source('features/performers/PerformerStateBadge'),
    source('features/documents/refresh-performers'),
    contract('performers|organisations'),
    icons(`(?!(?:${tableIcons}|${ownIcons})\\.)\\w+`),
  ],
  ['accounts', source('session/use-account-security'), contract('account|users|sign-in')],
  [
    'lists',
    source(
      'ui/(List.*|Keyset.*|SearchField|FilterChips|CountBadge|RefetchFailed|ActionMenu|TabLinks|Facts|Timestamp|way-back|save-file)|features/documents/Expiry',
    ),
    source(
      'session/(Forbidden|OrganisationChip|OwnerNames|EditRefusal|use-follow-organisation|use-file-export)|features/organisations/MoveButton',
    ),
    source('features/videos/(VideoStates|video-queries)|features/documents/closed-case'),
    source(
      'features/audit/(action-icons|entry-text|audit|audit-filter)|features/performers/(waited-label|change-text)',
    ),
    source('features/partners/(PartnerState|partner-text)|features/contact/inquiries'),
    contract('audit|audit-words|partners|videos'),
    icons(tableIcons),
    /features\/(?:users\/(?:user-acts\.ts|UsersPage\.module\.css)|account\/SessionList\.tsx)$/,
  ],
  [
    'dialog',
    source('ui/(Dialog|FormDialog|ConfirmDialog|ActDialog)|shell/(MenuDrawer|FindDialog|KeysDialog)'),
  ],
  [
    'organisations',
    source('shell/Organisation(Switcher|List)|session/(Organisation(Unavailable|Filter)|use-switch-href)'),
    source('features/organisations/(InvitationNotice|organisation-queries|member-roles)'),
    contract('organisation-(labels|members)'),
  ],
  ['menu', source('ui/OpenedMenu'), mantine('Popover|Menu')],
  ['select', source('ui/mantine/Select|features/audit/AuditFilterForm')],
  [
    'sign-in',
    source(
      'features/sign-in/(DemoAccounts|LinkPages|SignInAgain|SecondFactorStep|PublicCard|DoneNotice|NewPasswordField)',
    ),
    source('features/sign-in/provider/(use-)?provider.*|session/passkeys|ui/LinkButton'),
    source('features/account/step-up/StepUpDialog'),
  ],
  [
    'upload',
    source('features/documents/(FileSlot|DayField)'),
    source('features/performers/(PerformerFields|registration-input|jump-to|age-note)'),
  ],
  [
    'documents',
    source(
      'features/documents/(DocumentThumbnail|DocumentStateBadge|NewerVersion|use-decisions|use-download|after-decision|Watermark|use-pan|viewer-view|ViewerStage|OpeningGate)',
    ),
    source(
      'features/performers/(use-dimensions|change-text|ClosedCase|CaseNotes|NotesSection|PerformerHold|HoldSection|WithheldDocuments|ReasonDialog|ReasonField|PerformerFacts|spellings)|features/documents/(document-queries|document-endpoint|DocumentFrame)',
    ),
    contract('documents|withheld-documents|review|case-.*|performer-history|rejection-reasons'),
  ],
  ['registration', source('features/performers/RegisterPage|features/videos/RegistrationRoute')],
  [
    'desk',
    source(
      'features/documents/panes/[\\w-]+|features/documents/(ReviewPanel|ReadingTable|Checklist|review-draft)',
    ),
    source('features/review/(?!ReviewPage|QueueFilter)[\\w-]+'),
    contract('review-checks'),
  ],
  ['redaction', source('features/documents/redaction/RedactionDialog')],
  ['bulk', source('features/performers/bulk/(ImportPage|import-lines)')],
  ['sheets', source('features/performers/bulk/(read-sheet|import-template)')],
  ['list-dialogs', source('features/performers/(ColumnsDialog|SavedFiltersDialog)')],
  [
    'review',
    source('features/documents/(DocumentViewer|SubmitDialog|Rejection|RejectDialog|VersionsDialog)'),
    source('features/review/QueueFilter'),
  ],
  ['pdf', source('features/documents/(pdf-.*|Pdf.*)')],
  [
    'partner-dialogs',
    source('features/partners/(RegisterPartnerDialog|CredentialsDialog|EditPartnerDialog)'),
  ],
  [
    'organisation-dialogs',
    source(
      'features/organisations/(SettingsDialog|ApproveDialog|CancelDialog|InviteMemberDialog|MemberDialogs|StateDialog|TransferDialog|TransferRequests)',
    ),
    contract('transfers|organisation-cancellation'),
  ],
  ['sealed', source('features/sealed/.*'), contract('sealed-performers')],
  [
    'subjects',
    source('features/subjects/(RequestDialogs|SubjectSection|SubjectExportButton|RequestList)'),
    contract('subjects|subject-labels'),
  ],
  ['sent-link', source('features/performer-link/(LinkSection|SendLinkDialog)|ui/(QrCode|Choices)')],
  ['user-dialogs', source('features/users/(InviteDialog|UserDialogs)')],
  [
    'video-dialogs',
    source('features/videos/(VideoDialog|VideoPerformerDialogs|Registration(ForVideo|Refused))'),
  ],
  [
    'log-verification',
    source('session/use-(log-verification|review-counts)|shell/(LogFailureNotice|WaitingCount)'),
    source('features/audit/(LogVerification|ExportDialog|fault-text|verification)'),
    contract('log-verifications|audit-verification'),
  ],
  ['firebase', /node_modules\/@?firebase\//],
]

export const codeGroups: Rolldown.CodeSplittingGroup[] = groups.map(([name, ...modules], index) => ({
  name,
  test: (id: string) => modules.some((module) => module.test(id.replaceAll('\\', '/'))),
  priority: groups.length - index,
}))

/** Modules of the pages, with their style sheets. */
function source(names: string): RegExp {
  return new RegExp(`/web/src/(?:${names})(?:\\.module\\.css|\\.tsx?)$`)
}

function contract(names: string): RegExp {
  return new RegExp(`/contract/src/(?:${names})\\.ts$`)
}

/** Components of Mantine, with our module and the style sheet of each. */
function mantine(names: string): RegExp {
  return new RegExp(`/(?:@mantine/core/(?:esm/components|styles)|web/src/ui/mantine)/(?:${names})[/.]`)
}

function icons(names: string): RegExp {
  return new RegExp(`/@tabler/icons-react/dist/esm/icons/Icon(?:${names})\\.mjs$`)
}
