import type { EmergencyContact } from '@vigil/contract/registry.forms';
import type { SyntheticMember } from '@vigil/simulator';

const people = [
  ['Alma', 'Daughter'],
  ['Tobias', 'Son'],
  ['Robin', 'Spouse'],
  ['June', 'Neighbor'],
  ['Felix', null],
] as const;

/** Whom to call about a synthetic member: two people, one, or nobody. Numbers are of those kept free for fiction. */
export function emergencyContactsOf({ familyName, seed }: SyntheticMember): EmergencyContact[] {
  return Array.from({ length: seed % 3 }, (_, index) => {
    const place = (seed + index) % people.length;
    const [givenName, relationship] = people[place] ?? people[0];
    return { name: `${givenName} ${familyName}`, relationship, phoneNumber: `+130355501${20 + place}` };
  });
}
