-- What kind of device it is (maker and model), as whoever registered it said; null: nobody has said.
alter table vigil.devices add column type text check (length(type) between 1 and 100);
