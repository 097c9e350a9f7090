/** Invented names. Family names are compounds that are rare as surnames, so that nobody takes a member for a person they know. */
export const givenNames = {
  female: [
    'Amara', 'Beatriz', 'Celeste', 'Dalia', 'Edith', 'Farida', 'Greta', 'Hana', 'Ingrid', 'Joyce', 'Kavya', 'Leonor', 'Mireille', 'Noor',
    'Odette', 'Petra', 'Rosalind', 'Sunita', 'Tamsin', 'Yolanda',
  ],
  male: [
    'Anselm', 'Bertil', 'Cyrus', 'Dmitri', 'Emeka', 'Faisal', 'Gustavo', 'Hiroshi', 'Ivo', 'Jamal', 'Kwame', 'Lorenzo', 'Matteo', 'Nikhil',
    'Oskar', 'Pascal', 'Rafael', 'Stellan', 'Tobias', 'Walter',
  ],
} as const;

export const familyNames = [
  'Ashgrove', 'Bellwater', 'Cedarholm', 'Dawnridge', 'Elmsworthy', 'Fernhollow', 'Glenfallow', 'Hazelmoor', 'Ivybrook', 'Juniperly',
  'Kestrelton', 'Larkmeadow', 'Mossbank', 'Northbriar', 'Oakenfeld', 'Pinecrestly', 'Quillmarsh', 'Rowanfield', 'Silverbeck', 'Thornwick',
  'Umberdale', 'Valeford', 'Willowmere', 'Yarrowgate', 'Zephyrhill', 'Alderwyn', 'Brackenshaw', 'Cloverdell', 'Driftwell', 'Emberstone',
] as const;
