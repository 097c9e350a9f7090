import { type EmergencyContact, emergencyContact } from '@vigil/contract/registry.forms';
import * as z from 'zod/mini';
import { withoutGroups } from './phone-number.ts';

/** An emergency contact as it is typed. */
export interface ContactDraft {
  readonly name: string;
  readonly relationship: string;
  readonly phoneNumber: string;
}
export type ContactField = keyof ContactDraft;

export const draftsOf = (contacts: readonly EmergencyContact[]): ContactDraft[] =>
  contacts.map(({ name, relationship, phoneNumber }) => ({ name, relationship: relationship ?? '', phoneNumber }));

export const contactsIn = (drafts: readonly ContactDraft[]): EmergencyContact[] =>
  drafts.map(({ name, relationship, phoneNumber }) => ({
    name: name.trim(),
    relationship: relationship.trim() || null,
    phoneNumber: withoutGroups(phoneNumber),
  }));

/** What the server would refuse, of each contact. */
export const contactFaultsIn = (drafts: readonly ContactDraft[]): (readonly ContactField[])[] =>
  contactsIn(drafts).map((contact) => {
    const { error } = z.safeParse(emergencyContact, contact);
    return [...new Set((error?.issues ?? []).map(({ path }) => path[0] as ContactField))];
  });

export const isSameContacts = (one: readonly ContactDraft[], other: readonly ContactDraft[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** All of them on one line. */
export const contactsInWords = (contacts: readonly ContactDraft[]): string =>
  contacts.map(({ name, relationship, phoneNumber }) => `${name}${relationship && ` (${relationship})`}, ${phoneNumber}`).join('; ');
