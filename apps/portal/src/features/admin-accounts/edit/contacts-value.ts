import type { ContactDraft } from '#lib/emergency-contacts.ts';

/** Emergency contacts as one field of the form, which holds texts: they are one field of the account, too. */
export const writeContacts = (contacts: readonly ContactDraft[]): string => JSON.stringify(contacts);

export const readContacts = (value: string): ContactDraft[] => JSON.parse(value) as ContactDraft[];
