/** What stands in a slot that takes a file. */
export type SlotState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'preparing'; readonly name: string; readonly share: number }
  | { readonly kind: 'ready'; readonly file: File; readonly notice: string | undefined }
  | { readonly kind: 'refused'; readonly message: string }

export const emptySlot: SlotState = { kind: 'empty' }
