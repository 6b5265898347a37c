-- The names of performers in kana (D18). Existing rows have none, so their search texts don't change.
ALTER TABLE performer
  ADD COLUMN last_name_kana  text,
  ADD COLUMN first_name_kana text;

-- Search folds small kana, and ゐ, ゑ, を, ゔ, ぢ, づ, to the kana of the same sound: folds the stored search texts alike.
-- Character by character, so that the grams of a folded text are its folded grams.
CREATE FUNCTION pg_temp.fold_kana(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(value, 'ぁぃぅぇぉっゃゅょゎゕゖゐゑをゔぢづ', 'あいうえおつやゆよわかけいえおぶじず')
$$;
UPDATE performer SET
  sort_name = pg_temp.fold_kana(sort_name),
  search_text = pg_temp.fold_kana(search_text),
  search_grams = ARRAY(SELECT DISTINCT pg_temp.fold_kana(gram) FROM unnest(search_grams) AS gram)
  WHERE (sort_name || search_text) <> pg_temp.fold_kana(sort_name || search_text);
UPDATE account SET email_folded = pg_temp.fold_kana(email_folded), name_folded = pg_temp.fold_kana(name_folded)
  WHERE search_text <> pg_temp.fold_kana(search_text);
UPDATE video SET search_text = pg_temp.fold_kana(search_text)
  WHERE search_text <> pg_temp.fold_kana(search_text);
