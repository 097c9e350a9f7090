-- What NEWS2 asks and no sensor tells may also be answered in a survey, by the member or by the care team beside them. Null: a clinician said
-- it outside of one. Surveys are erased with the record, as these rows are, whichever goes first.
alter table vigil.news2_statements add column user_survey_id uuid;
