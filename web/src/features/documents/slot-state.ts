/** State of one slot in a form. */
export type SlotState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'preparing'; readonly name: string; readonly share: number }
  | { readonly kind: 'ready'; readonly file: File; readonly notice: string | undefined }
  | { readonly kind: 'invalid'; readonly message: string }

export const emptySlot: SlotState = { kind: 'empty' }
