import type { CarePerson } from '@vigil/contract/registry-care-person';
import { roleLabel } from '@vigil/domain/roles';
import styles from './person.module.css';

type Named = Pick<CarePerson, 'firstName' | 'lastName' | 'title'>;

/** A person's name with the title before it. */
export const fullName = ({ firstName, lastName, title }: Named): string => [title, firstName, lastName].filter(Boolean).join(' ');

/** The roles that a list of staff shows: the generic one is hidden, and whoever holds no other is a Provider. */
export function rolesInWords(roles: CarePerson['roles']): string {
  const shown = roles.filter((role) => role !== 'clinician' && role !== 'patient');
  return shown.length > 0 ? shown.map(roleLabel).join(', ') : roleLabel('md');
}

/** Somebody of the staff in a list: the name, and beside or below it the roles. */
export function StaffName({ person }: { readonly person: CarePerson }) {
  return (
    <span className={styles.person}>
      <strong>{fullName(person)}</strong>
      <span className={styles.roles}>{rolesInWords(person.roles)}</span>
    </span>
  );
}
