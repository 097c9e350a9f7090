-- Whom to call about a member who cannot be reached: name, relationship, and phone number of up to five people, whom to call first in front.
-- A column of the account, which is isolated, versioned and erased with it. Null where nobody is named.
alter table vigil.users
  add column emergency_contacts jsonb check (jsonb_typeof(emergency_contacts) = 'array' and jsonb_array_length(emergency_contacts) between 1 and 5);
