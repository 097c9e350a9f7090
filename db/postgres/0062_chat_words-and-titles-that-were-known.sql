-- Words are found however they were written: SpO₂ as SpO2, and an accent as one character or as two.
alter table vigil.chat_messages drop column words;

-- The words of a text, as messages are searched by. Marks part them, so that 120/80 and a-b are two each and no address or number is
-- taken for one word.
create function vigil.chat_words(text text) returns tsvector
  language sql immutable parallel safe set search_path = pg_catalog as $$
    select to_tsvector('simple', translate(lower(normalize(coalesce(text, ''), NFKC)), $t$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~$t$, repeat(' ', 32)))
  $$;
grant execute on function vigil.chat_words(text) to vigil_app;

alter table vigil.chat_messages add column words tsvector not null generated always as (vigil.chat_words(text)) stored;
create index chat_messages_by_words on vigil.chat_messages using gin (words);

-- What is looked for: each word, by its beginning, all of them. Null where no word is left.
create function vigil.chat_wanted(text text) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog as $$
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(vigil.chat_words(text)) as one (word)
  $$;
grant execute on function vigil.chat_wanted(text) to vigil_app;

-- What an event was called when the person last took part: what it is called later is told to others.
alter table vigil.calendar_participants add column known_title text check (known_title is null or gone is not null);
